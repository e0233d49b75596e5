import { deleteDraft, readDraft, saveDraft } from './drafts';

/** After this time, the same content is a new request. */
const KEY_TTL_MS = 10 * 60_000;

/**
 * Idempotency keys. Repeating the same content after an unknown outcome must send the same key, so
 * that a lost response cannot duplicate the request, even after a reload; any other content gets a
 * new key.
 */
export class IdempotencyKey {
  private readonly slot: string;

  constructor(what: string) {
    this.slot = `attempt: ${what}`;
  }

  keyFor(content: unknown): string {
    const fingerprint = JSON.stringify(content);
    const open = readDraft(this.slot);
    const recent = Date.now() - Number(open?.since) < KEY_TTL_MS;
    if (open?.key !== undefined && open.content === fingerprint && recent) return open.key;
    const key = crypto.randomUUID();
    saveDraft(this.slot, { content: fingerprint, key, since: String(Date.now()) });
    return key;
  }

  /** Call when the outcome is known: it was done, or finally refused. */
  clear(): void {
    deleteDraft(this.slot);
  }
}
