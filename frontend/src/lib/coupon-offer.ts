import { knownConfig, type ShopConfig } from './config';

/** The specified defaults, for a page without settings. */
const specified: ShopConfig['coupon'] = { amount: 50, minimum: 100, validDays: 90 };

/** The coupon for newsletter subscribers; null if the shop offers none. */
export const couponOffer = knownConfig === undefined ? specified : (knownConfig.coupon ?? null);
