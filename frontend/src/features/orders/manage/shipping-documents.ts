import { paths } from '../../../lib/paths';

/** Printable shipping documents: packing slips, or one picking list. */
export type ShippingDocuments = 'slips' | 'picking';

export const linkToDocuments = (kind: ShippingDocuments, ids: string[]) =>
  `${paths.manageOrders}?print=${kind}&orders=${ids.join()}`;
