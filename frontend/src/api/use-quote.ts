import type { CartLine } from '../lib/cart/cart-storage';
import { lineTotal, sumOf } from '../lib/format';
import { useDebouncedValue } from '../lib/hooks';
import { cartsApi } from './carts';
import type { Quote, QuotedLine } from './generated-types';

/** A choice is seldom alone. */
const SETTLED_MS = 400;

/** A line of the cart, with what the shop said about it last. */
export interface PricedLine extends CartLine {
  /** What the part is called. */
  title: string;
  /** Undefined until there is an answer. */
  quoted?: QuotedLine;
  /** Dollars for all its pieces; undefined when the part is gone or not priced yet. */
  total?: number;
}

export interface PricedCart {
  lines: PricedLine[];
  /** What the shop said last, perhaps about other quantities; undefined until there is an answer. */
  quote?: Quote;
  /** Whether the quote is about exactly these lines, and nothing newer is on its way. */
  current: boolean;
  /** In dollars; worked out here until the shop has said it. */
  total: number;
  error: unknown;
  fetching: boolean;
  refetch: () => void;
}

/** A part that is gone has no name any more. */
export const titleOf = ({ title = 'A part that is gone' }: QuotedLine) => title;

/** What the lines cost, as the shop says each time they change. A cart has no prices of its own. */
export function useQuote(cart: CartLine[]): PricedCart {
  const settled = useDebouncedValue(cart, SETTLED_MS);
  const {
    data: quote,
    currentData,
    error,
    isFetching,
    refetch,
  } = cartsApi.useQuoteQuery(
    { quoteRequest: { lines: settled } },
    { skip: settled.length === 0, refetchOnMountOrArgChange: true },
  );
  const quotes = new Map(quote?.lines.map((line) => [line.part, line]));
  const lines = cart.map((line): PricedLine => {
    const quoted = quotes.get(line.part);
    const price = quoted?.unitPrice;
    return {
      ...line,
      title: quoted ? titleOf(quoted) : 'A part',
      quoted,
      total: price === undefined ? undefined : lineTotal(price, line.quantity),
    };
  });
  const current = settled === cart && currentData !== undefined && !isFetching;
  return {
    lines,
    quote: cart.length === 0 ? undefined : quote,
    current,
    total: current ? currentData.total : sumOf(lines.map(({ total = 0 }) => total)),
    error: isFetching ? undefined : error,
    fetching: isFetching,
    refetch: () => void refetch(),
  };
}
