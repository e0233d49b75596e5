/** What the shop promises. By itself, because home needs no other of the specified texts at first. */
export const promises = {
  shipping: 'As little as two business days within the continental U.S. when you order by 12pm ET.',
  returns: 'Send it back within 90 days and get your money back.',
};
