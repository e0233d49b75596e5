/**
 * What somebody has typed into a form and not sent yet, kept for this tab: a session that ends in the
 * middle must not cost the text. Never for passwords.
 */
type Texts = Record<string, string>;

const keyOf = (form: string, email: string) => `draft:${form}:${email}`;

export function readDraft(form: string, email: string): Texts | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(form, email)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    return Object.fromEntries(
      Object.entries(kept).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string',
      ),
    );
  } catch {
    return null;
  }
}

/** Null forgets the draft. */
export function writeDraft(form: string, email: string, texts: Texts | null): void {
  try {
    if (texts === null) sessionStorage.removeItem(keyOf(form, email));
    else sessionStorage.setItem(keyOf(form, email), JSON.stringify(texts));
  } catch {
    // Without storage a form lasts as long as its page, as forms do.
  }
}
