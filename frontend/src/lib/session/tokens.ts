/** The name is specified: other tools of the shop read the token by it. */
export const TOKEN_KEY = 'accessToken';
/** The user the token was issued to. */
export const OWNER_KEY = 'accessTokenOwner';

// A browser may refuse storage; the session then lasts as long as the page.

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // See above.
  }
}

export const readToken = () => read(TOKEN_KEY);
export const writeToken = (token: string | null) => {
  write(TOKEN_KEY, token);
};
const readOwner = () => read(OWNER_KEY);
export const writeOwner = (owner: string | null) => {
  write(OWNER_KEY, owner);
};

/** The owner in the access token itself; null if it cannot be parsed. */
export function ownerOf(token: string): string | null {
  try {
    const [, claims = ''] = token.split('.');
    const { sub } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as {
      sub?: unknown;
    };
    return typeof sub === 'string' ? sub : null;
  } catch {
    return null;
  }
}

/** Whether two tokens belong to the same user. Not verified: the server decides. */
export function haveSameOwner(one: string, other: string): boolean {
  const owner = ownerOf(one);
  return owner !== null && owner === ownerOf(other);
}

/** Stored details about a token's owner. */
interface OwnerNote {
  email: string;
  /** A member's name only when it has just changed: the other tabs read it from here. */
  name?: string;
  /** Lets a guest return. */
  guestToken?: string;
}

/**
 * Stores the user a token was issued to: the token itself contains only the shop's user id, and the
 * identity provider may have another user by the time the token is read again. Guests are stored
 * nowhere else.
 */
export function rememberOwner(token: string, note: OwnerNote): void {
  const owner = ownerOf(token);
  writeOwner(owner === null ? null : JSON.stringify({ owner, ...note }));
}

/** The stored details of this token's owner. */
function noteOn(token: string): Partial<OwnerNote> {
  try {
    const { owner, ...note } = JSON.parse(readOwner() ?? '{}') as Record<string, string>;
    return owner !== undefined && owner === ownerOf(token) ? note : {};
  } catch {
    return {};
  }
}

/** Whether a token is known to be issued to a user with another address. */
export function belongsToAnotherUser(token: string, address: string): boolean {
  const { email } = noteOn(token);
  return email !== undefined && email.toLowerCase() !== address.toLowerCase();
}

/** The token's owner with name, if a tab has stored one; for a guest, with the guest token. */
export function namedOwner(token: string) {
  const { email, name, guestToken } = noteOn(token);
  return email && name ? { person: { name, email }, guestToken } : null;
}
