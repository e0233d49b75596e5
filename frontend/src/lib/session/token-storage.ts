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
export const readOwner = () => read(OWNER_KEY);
export const writeOwner = (owner: string | null) => {
  write(OWNER_KEY, owner);
};
