import { knownConfig } from './config';

/** The specified defaults, for a page without settings. */
const specified = {
  shipping: 'As little as two business days within the continental U.S. when you order by 12pm ET.',
  orderBy: '12pm ET',
  returnDays: 90,
};

const { shipping, orderBy, returnDays } = knownConfig?.promises ?? specified;

export {
  /** Order deadline for delivery in two business days, if promised: `12pm ET`. */
  orderBy,
  /** For how many days after shipping an order can be returned. */
  returnDays,
};

/** The shop's promises. A separate file, so that home does not load the other specified texts. */
export const promises = {
  shipping,
  returns: `Send it back within ${returnDays} days and get your money back.`,
};

const DAY_MS = 24 * 60 * 60_000;

/** The last of the days after shipping on which parts can be returned. */
export const returnableUntil = (shippedAt: string, days: number): string =>
  new Date(Date.parse(shippedAt) + days * DAY_MS).toISOString();

/** Whether that day has passed; days begin at midnight in UTC, as they do for the server. */
export const isReturnTimeOver = (shippedAt: string, days: number, now = new Date()): boolean =>
  now.toISOString().slice(0, 10) > returnableUntil(shippedAt, days).slice(0, 10);
