/** What the server puts in the place of an address that has become another person's. */
const MOVED = '@moved.invalid';

/** Whether somebody has no address, because it belongs to another person now. */
export const isMoved = (address: string): boolean => address.endsWith(MOVED);
