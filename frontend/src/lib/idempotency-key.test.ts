import { describe, expect, it, vi } from 'vitest';
import { IdempotencyKey } from './idempotency-key';

describe('the key of an attempt', () => {
  it('stays while the same content has no known outcome', () => {
    const attempts = new IdempotencyKey('order');
    const first = attempts.keyFor({ quantity: 10 });
    expect(attempts.keyFor({ quantity: 10 })).toBe(first);
    expect(attempts.keyFor({ quantity: 11 })).not.toBe(first);
  });

  it('survives a reload, for this order only', () => {
    const first = new IdempotencyKey('order').keyFor({ quantity: 10 });
    expect(new IdempotencyKey('order').keyFor({ quantity: 10 })).toBe(first);
    expect(new IdempotencyKey('another').keyFor({ quantity: 10 })).not.toBe(first);
  });

  it('is new once the outcome is known', () => {
    const attempts = new IdempotencyKey('order');
    const first = attempts.keyFor({ quantity: 10 });
    attempts.clear();
    expect(attempts.keyFor({ quantity: 10 })).not.toBe(first);
  });

  it('is new when the same content is sent much later', () => {
    vi.useFakeTimers();
    const attempts = new IdempotencyKey('order');
    const first = attempts.keyFor({ quantity: 10 });
    vi.advanceTimersByTime(11 * 60_000);
    expect(attempts.keyFor({ quantity: 10 })).not.toBe(first);
  });
});
