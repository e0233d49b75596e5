import { knownConfig, type ShopConfig } from './config';

export type Seller = ShopConfig['seller'];

/** Who sells and from where; no more than the shop's name where the page came without settings. */
export const seller: Seller = knownConfig?.seller ?? { name: 'Autoparts', address: [], links: [] };

/** On one line, as papers say it. */
export const sellerLine = ({ name, address }: Seller) => [name, ...address].join(', ');
