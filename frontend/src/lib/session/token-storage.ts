/** The name is part of the specification: other tools of the shop read the token under it. */
export const TOKEN_KEY = 'accessToken';

// A browser may refuse storage altogether; the session then lasts as long as the page.

export function readToken(): string | null {
  try {
    return localStorage.getItem(TOKEN_KEY);
  } catch {
    return null;
  }
}

export function writeToken(token: string | null): void {
  try {
    if (token === null) localStorage.removeItem(TOKEN_KEY);
    else localStorage.setItem(TOKEN_KEY, token);
  } catch {
    // See above.
  }
}
