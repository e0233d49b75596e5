import { useMemo, useState } from 'react';
import { type Amounts, amountsOfQuote } from '../lib/amounts';
import { lineKey, type CartLine } from '../lib/cart/cart-storage';
import { NO_SUCH_COUPON } from '../lib/cart/coupon';
import { lineTotal, sumOf } from '../lib/format';
import { useDebouncedValue } from '../lib/hooks';
import { cartsApi, type AskedLine } from './carts';
import { fieldSentences } from './contract/field-sentences';
import type { Quote, QuotedLine, QuoteRequest } from './contract/generated-types';

/** Debounce delay: choices often come in series. */
const SETTLED_MS = 400;

/** A cart line with its latest quote. */
export interface PricedLine extends CartLine {
  /** The part's title. */
  title: string;
  /** Undefined until there is a response. */
  quoted?: QuotedLine;
  /** Dollars for all pieces; undefined if the part is gone or not priced yet. */
  total?: number;
}

export interface PricedCart {
  lines: PricedLine[];
  /** The latest quote, perhaps for other quantities; undefined until there is a response. */
  quote?: Quote;
  /** Whether the quote is for exactly these lines, and no newer one is pending. */
  current: boolean;
  /** In dollars; calculated locally until the shop has responded. */
  total: number;
  /** The breakdown of the total; undefined until there is a response. */
  amounts?: Amounts;
  /** Errors about the requested place, by field; the totals then ignore the place. */
  placeRefusal: Record<string, string>;
  /** Why the requested coupon cannot be used; undefined also while unknown. */
  couponRefusal?: string;
  /**
   * Why nothing can be ordered although every line is available, with advice. Coupon errors are
   * shown at its field.
   */
  problem?: string;
  error: unknown;
  fetching: boolean;
  refetch: () => void;
}

/** A deleted part has no title. */
export const titleOf = ({ title = 'A part that is gone' }: QuotedLine) => title;

/** What a quote depends on in addition to its lines. */
export type QuoteTerms = Pick<QuoteRequest, 'place' | 'shipping' | 'coupon'>;

/**
 * The cost of the lines, quoted by the shop whenever they or the terms change. A cart has no prices
 * of its own.
 */
export function useQuote(cart: CartLine[], terms: QuoteTerms = {}): PricedCart {
  const [refused, setRefused] = useState<RefusedPlace>(NONE_REFUSED);
  const isRefused = refused.place === JSON.stringify(terms.place);
  const requested = isRefused ? { ...terms, place: undefined } : terms;
  // As text, because equal terms are the same query.
  const wanted = JSON.stringify({ lines: cart, ...requested });
  const settled = useDebouncedValue(wanted, SETTLED_MS);
  const quoteRequest = useMemo(() => JSON.parse(settled) as QuoteRequest, [settled]);
  const {
    data: quote,
    currentData,
    error,
    isFetching,
    refetch,
  } = cartsApi.useQuoteQuery(
    { quoteRequest },
    { skip: quoteRequest.lines.length === 0, refetchOnMountOrArgChange: true },
  );
  const fields = placeFieldsOf(error);
  const askedPlace = JSON.stringify(quoteRequest.place);
  if (Object.keys(fields).length > 0 && refused.place !== askedPlace) {
    setRefused({ place: askedPlace, fields });
  }
  const quotes = new Map(quote?.lines.map((line: AskedLine) => [lineKey(line), line]));
  const lines = cart.map((line): PricedLine => {
    const quoted = quotes.get(lineKey(line));
    const price = quoted?.unitPrice;
    return {
      ...line,
      title: quoted ? titleOf(quoted) : 'A part',
      quoted,
      total: price === undefined ? undefined : lineTotal(price, line.quantity),
    };
  });
  const current = settled === wanted && currentData !== undefined && !isFetching;
  const goods = sumOf(lines.map(({ total = 0 }) => total));
  // Until the shop responds, the extra charges stay as they were.
  const onTop = quote === undefined ? 0 : quote.total - quote.goods;
  return {
    lines,
    quote: cart.length === 0 ? undefined : quote,
    current,
    total: current ? currentData.total : sumOf([goods, onTop]),
    amounts: quote && {
      ...amountsOfQuote(quote),
      ...(!current && { goods }),
    },
    placeRefusal: isRefused ? refused.fields : NONE_REFUSED.fields,
    couponRefusal: current ? refusalOfCoupon(currentData) : malformedCoupon(error),
    problem: current ? problemOf(currentData) : undefined,
    error: isFetching ? undefined : error,
    fetching: isFetching,
    refetch: () => void refetch(),
  };
}

/** A place the shop refused, as requested, and why. */
interface RefusedPlace {
  place: string | undefined;
  fields: Record<string, string>;
}

const NONE_REFUSED: RefusedPlace = { place: '', fields: {} };

const PLACE_LABELS = {
  'place.country': 'country',
  'place.region': 'state or province',
  'place.postalCode': 'postal code',
};

/** Errors about the place, by form field name. */
const placeFieldsOf = (error: unknown) =>
  Object.fromEntries(
    Object.entries(fieldSentences(error, PLACE_LABELS)).map(([field, sentence]) => [
      field.replace('place.', ''),
      sentence,
    ]),
  );

function problemOf(quote: Quote): string | undefined {
  const { problem, shippingOptions = [] } = quote;
  if (refusalOfCoupon(quote) !== undefined) return undefined;
  if (problem?.code !== 'no_shipping') return problem?.detail;
  // Another shipping method is then chosen.
  return shippingOptions.length > 0
    ? undefined
    : 'We cannot send these parts to this place. Try another address, or leave out heavy parts and dangerous goods.';
}

function refusalOfCoupon({ problem }: Quote): string | undefined {
  return problem?.code.startsWith('coupon_') ? problem.detail : undefined;
}

/** The shop's rules for codes may be stricter than the form's. */
const malformedCoupon = (error: unknown) =>
  fieldSentences(error, { coupon: 'coupon' }).coupon === undefined ? undefined : NO_SUCH_COUPON;
