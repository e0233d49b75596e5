import { expect, it } from 'vitest';
import { haveSameOwner, isSomebodyElses, rememberOwner } from './tokens';

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

it('knows whom a token was given to, also after it was renewed', () => {
  rememberOwner(token({ sub: 'marta', iat: 1 }), { email: 'marta@garage.example' });
  const renewed = token({ sub: 'marta', iat: 2 });
  expect(isSomebodyElses(renewed, 'Marta@garage.example')).toBe(false);
  expect(isSomebodyElses(renewed, 'ada@garage.example')).toBe(true);
});

it('suspects nobody without knowing', () => {
  expect(isSomebodyElses(token({ sub: 'marta' }), 'ada@garage.example')).toBe(false);
  rememberOwner(token({ sub: 'marta' }), { email: 'marta@garage.example' });
  expect(isSomebodyElses(token({ sub: 'ada' }), 'ada@garage.example')).toBe(false);
  expect(isSomebodyElses('opaque', 'ada@garage.example')).toBe(false);
  localStorage.setItem('accessTokenOwner', 'not json');
  expect(isSomebodyElses(token({ sub: 'marta' }), 'ada@garage.example')).toBe(false);
});
