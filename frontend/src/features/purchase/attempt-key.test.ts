import { expect, it } from 'vitest';
import { AttemptKey } from './attempt-key';

it('keeps the key while the same content has no known outcome', () => {
  const attempts = new AttemptKey();
  const first = attempts.keyFor({ quantity: 10 });
  expect(attempts.keyFor({ quantity: 10 })).toBe(first);
  expect(attempts.keyFor({ quantity: 11 })).not.toBe(first);
});

it('takes a new key once the outcome is known', () => {
  const attempts = new AttemptKey();
  const first = attempts.keyFor({ quantity: 10 });
  attempts.settle();
  expect(attempts.keyFor({ quantity: 10 })).not.toBe(first);
});
