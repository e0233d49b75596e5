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
