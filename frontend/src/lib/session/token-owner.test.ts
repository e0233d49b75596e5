import { expect, it } from 'vitest';
import { haveSameOwner } from './token-owner';

const token = (claims: object) => `head.${btoa(JSON.stringify(claims))}.signature`;

it('knows a renewed token from the token of somebody else', () => {
  const first = token({ sub: 'marta', iat: 1 });
  expect(haveSameOwner(first, token({ sub: 'marta', iat: 2 }))).toBe(true);
  expect(haveSameOwner(first, token({ sub: 'ada', iat: 2 }))).toBe(false);
});

it('takes nothing for granted about tokens it cannot read', () => {
  expect(haveSameOwner('opaque', 'opaque')).toBe(false);
  expect(haveSameOwner(token({}), token({}))).toBe(false);
});
