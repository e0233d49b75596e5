import { paths } from '../../../lib/paths';

/** Printable shipping documents: packing slips, or one picking list. */
export type Papers = 'slips' | 'picking';

export const papersOf = (kind: Papers, ids: string[]) =>
  `${paths.manageOrders}?print=${kind}&orders=${ids.join()}`;
