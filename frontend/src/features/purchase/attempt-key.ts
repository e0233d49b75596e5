/**
 * Idempotency keys for placing orders. Sending the same content again after an unknown outcome must
 * carry the same key, so that a lost answer cannot double the order; anything else gets a new one.
 */
export class AttemptKey {
  private open: { content: string; key: string } | null = null;

  keyFor(content: unknown): string {
    const fingerprint = JSON.stringify(content);
    if (this.open?.content !== fingerprint) {
      this.open = { content: fingerprint, key: crypto.randomUUID() };
    }
    return this.open.key;
  }

  /** The outcome is known: the order was placed, or refused for good. */
  settle(): void {
    this.open = null;
  }
}
