import { formatCount } from './money';

/** `12`, or `1,000+` while there are more than were counted. */
export const countSoFar = (count: number, more: boolean) =>
  `${formatCount(count)}${more ? '+' : ''}`;

/** `1 order`, `2 orders`, `1,000+ orders`. */
export const countThings = (count: number, more: boolean, one: string, many: string) =>
  count === 1 && !more ? `1 ${one}` : `${countSoFar(count, more)} ${many}`;
