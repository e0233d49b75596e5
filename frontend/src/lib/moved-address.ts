/** The server's replacement for an address that now belongs to another user. */
const MOVED = '@moved.invalid';

/** Whether a user has no address, because it now belongs to another user. */
export const isMoved = (address: string): boolean => address.endsWith(MOVED);
