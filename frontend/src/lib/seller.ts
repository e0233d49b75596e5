import { knownConfig, type ShopConfig } from './config';

export type Seller = ShopConfig['seller'];

/** The seller's name and address; only the shop's name for a page without settings. */
export const seller: Seller = knownConfig?.seller ?? { name: 'Autoparts', address: [], links: [] };

/** The link that dials a number, without the trunk prefix "(0)" used only within the country. */
export const dialling = (phone: string) => `tel:${phone.replace('(0)', '').replace(/[^+\d]/g, '')}`;

/** On one line, for printed documents. */
export const sellerLine = ({ name, address }: Seller) => [name, ...address].join(', ');
