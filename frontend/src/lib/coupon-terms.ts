import type { ShopConfig } from './config';
import { formatDollars } from './format';

type Offer = NonNullable<ShopConfig['coupon']>;

/** The terms of a new coupon. */
export function couponTerms({ minimum, validDays }: Offer): string {
  const least = minimum > 0 ? ` of at least ${formatDollars(minimum)}` : '';
  return `For one order${least} before shipping and tax, within ${validDays} days. One coupon for each customer, delivery address and card.`;
}
