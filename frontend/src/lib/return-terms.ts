/** The terms for returning a part, and their words. */
import type { OrderLine, ReturnTerms } from '../api/contract/generated-types';
import { returnDays } from './promises';

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

/** For how many days it can be returned if something is wrong with it: at least those of the shop. */
export const faultyDays = ({ days }: ReturnTerms): number => Math.max(days, returnDays);

/** In a few words, for lists. */
export function termsInShort(terms: ReturnTerms): string {
  const { days, returnable, shippingPaidBy, restockingPercent } = terms;
  if (!returnable) {
    return `Can be returned only if something is wrong with it, for ${daysInWords(faultyDays(terms))}`;
  }
  const isUsual = shippingPaidBy !== 'shop' && restockingPercent === undefined;
  return `Can be returned for ${daysInWords(days)}${isUsual ? '' : `; ${costInWords(terms)}`}`;
}

/** In sentences, for a part's page. */
export function termsInWords(terms: ReturnTerms): string {
  const { days, returnable } = terms;
  const faulty = daysInWords(faultyDays(terms));
  if (!returnable) {
    return `You can return it within ${faulty}, but only if something is wrong with it.`;
  }
  const cost = costInWords(terms);
  return [
    `Send it back within ${daysInWords(days)} and get your money back.`,
    `${cost.charAt(0).toUpperCase()}${cost.slice(1)}.`,
    ...(faultyDays(terms) > days ? [`If something is wrong with it, you have ${faulty}.`] : []),
  ].join(' ');
}

/** Who pays for what. The shop pays for everything if something is wrong with the part. */
function costInWords({ shippingPaidBy, restockingPercent }: ReturnTerms): string {
  const isFree = shippingPaidBy === 'shop';
  const shipping = `${isFree ? 'we' : 'you'} pay for return shipping`;
  if (restockingPercent === undefined) {
    return isFree ? shipping : `if you do not need it, ${shipping}`;
  }
  return `if you do not need it, ${shipping} and ${isFree ? '' : 'we '}keep ${restockingPercent}% as a restocking fee`;
}

const daysInWords = (days: number) => (days === 1 ? '1 day' : `${days} days`);
