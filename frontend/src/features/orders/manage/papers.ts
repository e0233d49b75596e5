import { paths } from '../../../lib/paths';

/** What is printed for sending orders: a slip for each, or one list of what to fetch. */
export type Papers = 'slips' | 'picking';

export const papersOf = (kind: Papers, ids: string[]) =>
  `${paths.manageOrders}?print=${kind}&orders=${ids.join()}`;
