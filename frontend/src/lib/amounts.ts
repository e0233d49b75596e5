import type { Order, Quote } from '../api/contract/generated-types';
import { lineTotal, sumOf } from './format';

/** The breakdown of a total, in dollars; zero amounts are omitted. */
export interface Amounts {
  /** The parts only. */
  goods: number;
  /** Core charge, refundable for the old parts. */
  cores?: number;
  /** The coupon's discount. */
  discount?: number;
  /** Undefined if the shop charges nothing for it and no choice was needed. */
  shipping?: { name?: string; price: number };
  tax?: number;
}

const unlessNothing = (dollars: number) => (dollars === 0 ? undefined : dollars);

export function amountsOfQuote(quote: Quote): Amounts {
  const { goods, cores, discount, shipping, shippingMethod, shippingOptions, tax } = quote;
  const name = shippingOptions?.find(({ method }) => method === shippingMethod)?.name;
  return {
    goods,
    cores,
    discount,
    shipping: shipping === undefined ? undefined : { name, price: shipping },
    tax,
  };
}

export function amountsOfOrder({ lines, shipping, shippingMethod, shippingTax }: Order): Amounts {
  const sumOfLines = (dollars: (line: Order['lines'][number]) => number) =>
    sumOf(lines.map(dollars));
  const isSent = shipping !== undefined || shippingMethod !== undefined;
  return {
    goods: sumOfLines(({ unitPrice, quantity }) => lineTotal(unitPrice, quantity)),
    cores: unlessNothing(sumOfLines(({ core = 0, quantity }) => lineTotal(core, quantity))),
    discount: unlessNothing(sumOfLines(({ discount = 0 }) => discount)),
    shipping: isSent ? { name: shippingMethod, price: shipping ?? 0 } : undefined,
    tax: unlessNothing(sumOf([sumOfLines(({ tax = 0 }) => tax), shippingTax ?? 0])),
  };
}
