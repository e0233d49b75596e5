import { expect, it } from 'vitest';
import { belongsToAnotherUser, haveSameOwner, rememberOwner } from './tokens';

const token = (claims: object) => `head.${btoa(JSON.stringify(claims))}.signature`;

it('distinguishes a renewed token from another user’s token', () => {
  const first = token({ sub: 'marta', iat: 1 });
  expect(haveSameOwner(first, token({ sub: 'marta', iat: 2 }))).toBe(true);
  expect(haveSameOwner(first, token({ sub: 'ada', iat: 2 }))).toBe(false);
});

it('assumes nothing about unreadable tokens', () => {
  expect(haveSameOwner('opaque', 'opaque')).toBe(false);
  expect(haveSameOwner(token({}), token({}))).toBe(false);
});

it('knows the owner of a token, even after a renewal', () => {
  rememberOwner(token({ sub: 'marta', iat: 1 }), { email: 'marta@garage.example' });
  const renewed = token({ sub: 'marta', iat: 2 });
  expect(belongsToAnotherUser(renewed, 'Marta@garage.example')).toBe(false);
  expect(belongsToAnotherUser(renewed, 'ada@garage.example')).toBe(true);
});

it('does not assume another user without evidence', () => {
  expect(belongsToAnotherUser(token({ sub: 'marta' }), 'ada@garage.example')).toBe(false);
  rememberOwner(token({ sub: 'marta' }), { email: 'marta@garage.example' });
  expect(belongsToAnotherUser(token({ sub: 'ada' }), 'ada@garage.example')).toBe(false);
  expect(belongsToAnotherUser('opaque', 'ada@garage.example')).toBe(false);
  localStorage.setItem('accessTokenOwner', 'not json');
  expect(belongsToAnotherUser(token({ sub: 'marta' }), 'ada@garage.example')).toBe(false);
});
