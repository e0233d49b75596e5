/** The name is part of the specification: other tools of the shop read the token under it. */
export const TOKEN_KEY = 'accessToken';
/** Whom the token was given to. */
export const OWNER_KEY = 'accessTokenOwner';

// A browser may refuse storage altogether; the session then lasts as long as the page.

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

/** Whose access token this is, as the token itself says; null when it cannot be read. */
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

/** Whether one token takes the place of another for the same person. No proof: the server decides. */
export function haveSameOwner(one: string, other: string): boolean {
  const owner = ownerOf(one);
  return owner !== null && owner === ownerOf(other);
}

/** What is known of a token's owner beside the token. */
interface OwnerNote {
  email: string;
  /** Of a member, only when it has just changed: the other tabs take it from here. */
  name?: string;
  /** By which a guest comes back. */
  guestToken?: string;
}

/**
 * Notes whom the shop gave a token to: the token itself has only the shop's number of the person, and
 * the identity provider may know somebody else by the time the token is found again. Guests are known to
 * nobody else.
 */
export function rememberOwner(token: string, note: OwnerNote): void {
  const owner = ownerOf(token);
  writeOwner(owner === null ? null : JSON.stringify({ owner, ...note }));
}

/** What was noted about the owner of this token. */
function noteOn(token: string): Partial<OwnerNote> {
  try {
    const { owner, ...note } = JSON.parse(readOwner() ?? '{}') as Record<string, string>;
    return owner !== undefined && owner === ownerOf(token) ? note : {};
  } catch {
    return {};
  }
}

/** Whether a token is known to have been given to somebody other than the person with this address. */
export function isSomebodyElses(token: string, address: string): boolean {
  const { email } = noteOn(token);
  return email !== undefined && email.toLowerCase() !== address.toLowerCase();
}

/** The token's owner by name, when some tab has noted one; a guest with what brings them back. */
export function namedOwner(token: string) {
  const { email, name, guestToken } = noteOn(token);
  return email && name ? { person: { name, email }, guestToken } : null;
}
