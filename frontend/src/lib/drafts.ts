/**
 * Unsent form input. Lives as long as the tab: through a reload, the back button and the end of a
 * session. Draft names include the user, so that drafts are never shown to another user.
 */
const PREFIX = 'draft:';

// A browser may refuse storage; a draft then lasts as long as its form.

export function saveDraft(name: string, values: Record<string, string>): void {
  try {
    sessionStorage.setItem(PREFIX + name, JSON.stringify(values));
  } catch {
    // See above.
  }
}

/** The stored text values; null if nothing is stored. */
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

export function deleteDraft(name: string): void {
  try {
    sessionStorage.removeItem(PREFIX + name);
  } catch {
    // See above.
  }
}

/** For a user who signs out: the next user of this browser finds nothing. */
export function deleteAllDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
    }
  } catch {
    // See above.
  }
}
