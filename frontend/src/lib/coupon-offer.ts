import { knownConfig, type ShopConfig } from './config';

/** As specified, for a page that came without settings. */
const specified: ShopConfig['coupon'] = { amount: 50, minimum: 100, validDays: 90 };

/** The coupon of those who sign up for the newsletter; null when the shop offers none. */
export const couponOffer = knownConfig === undefined ? specified : (knownConfig.coupon ?? null);
