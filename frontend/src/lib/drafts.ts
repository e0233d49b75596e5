/**
 * What somebody typed and has not sent yet. It lives as long as the tab: through a reload, the way
 * back and a session that ends. Names say whose it is, so nobody meets another's draft.
 */
const PREFIX = 'draft:';

// A browser may refuse storage altogether; a draft then lasts as long as its form.

export function keepDraft(name: string, values: Record<string, string>): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(values));
  } catch {
    // See above.
  }
}

/** The kept values that are texts; null when nothing is kept. */
export function readDraft(name: string): Partial<Record<string, string>> | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    return Object.fromEntries(
      Object.entries(kept).filter((field): field is [string, string] => {
        return typeof field[1] === 'string';
      }),
    );
  } catch {
    return null;
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // See above.
  }
}

/** For whoever signs out: the next person at this screen finds nothing. */
export function dropAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // See above.
  }
}
