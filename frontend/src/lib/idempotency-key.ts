import { dropDraft, keepDraft, readDraft } from './drafts';

/** Later than this, the same content is a new wish. */
const KEY_TTL_MS = 10 * 60_000;

/**
 * Idempotency keys. Sending the same content again after an unknown outcome must carry the same key, so
 * that a lost answer cannot double what was asked for, not even through a reload; anything else gets a
 * new one.
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
    keepDraft(this.slot, { content: fingerprint, key, since: String(Date.now()) });
    return key;
  }

  /** The outcome is known: it was done, or refused for good. */
  clear(): void {
    dropDraft(this.slot);
  }
}
