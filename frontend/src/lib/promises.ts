import { knownConfig } from './config';

/** As specified, for a page that came without settings. */
const specified = {
  shipping: 'As little as two business days within the continental U.S. when you order by 12pm ET.',
  orderBy: '12pm ET',
  returnDays: 90,
};

const { shipping, orderBy, returnDays } = knownConfig?.promises ?? specified;

export {
  /** Until when an order arrives after two business days, where that is promised: `12pm ET`. */
  orderBy,
  /** For how many days after it was shipped an order can be sent back. */
  returnDays,
};

/** What the shop promises. By itself, because home needs no other of the specified texts at first. */
export const promises = {
  shipping,
  returns: `Send it back within ${returnDays} days and get your money back.`,
};
