/** The terms for returning a part, and their words. */
import type { OrderLine, ReturnTerms } from '../api/contract/generated-types';
import { promises, returnDays } from './promises';

/** The terms of parts without a policy, and of orders of earlier releases. */
const DEFAULT: ReturnTerms = { days: returnDays, returnable: true, shippingPaidBy: 'customer' };

/** The terms that were agreed for a line of an order. */
export const termsOf = ({ returns }: Pick<OrderLine, 'returns'>): ReturnTerms => returns ?? DEFAULT;

/** For how many days a line of an order can be returned when it is not needed; null if no line can. */
export function unneededDays(lines: readonly Pick<OrderLine, 'returns'>[]): number | null {
  const days = lines
    .map(termsOf)
    .filter(({ returnable }) => returnable)
    .map((terms) => terms.days);
  return days.length === 0 ? null : Math.max(...days);
}

/** In a few words, for lists. */
export function termsInShort({ days, returnable, restockingPercent }: ReturnTerms): string {
  if (!returnable) return 'Can be returned only if something is wrong with it';
  const fee = restockingPercent === undefined ? '' : `, restocking fee ${restockingPercent}%`;
  return `Can be returned for ${daysInWords(days)}${fee}`;
}

/** In sentences, for a part's page; the shop's promise until they are loaded. */
export function termsInWords(terms: ReturnTerms | undefined): string {
  if (terms === undefined) return promises.returns;
  const { days, returnable, shippingPaidBy, restockingPercent } = terms;
  if (!returnable) {
    return `You can return it within ${daysInWords(days)}, but only if something is wrong with it.`;
  }
  const payer = shippingPaidBy === 'shop' ? 'We pay' : 'You pay';
  const fee =
    restockingPercent === undefined
      ? ''
      : ` If you do not need it, we deduct a restocking fee of ${restockingPercent}%.`;
  return `Send it back within ${daysInWords(days)} and get your money back. ${payer} for return shipping.${fee}`;
}

const daysInWords = (days: number) => (days === 1 ? '1 day' : `${days} days`);
