import { knownConfig, type ShopConfig } from './config';

export type Seller = ShopConfig['seller'];

/** Who sells and from where; no more than the shop's name where the page came without settings. */
export const seller: Seller = knownConfig?.seller ?? { name: 'Autoparts', address: [], links: [] };

/** The link that dials a number, without the zero that is left out from abroad. */
export const dialling = (phone: string) => `tel:${phone.replace('(0)', '').replace(/[^+\d]/g, '')}`;

/** On one line, as papers say it. */
export const sellerLine = ({ name, address }: Seller) => [name, ...address].join(', ');
