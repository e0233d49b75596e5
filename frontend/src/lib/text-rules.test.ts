import { expect, it } from 'vitest';
import { isWithin, lengthOf, safeLink } from './text-rules';

it('counts whole characters, without surrounding space', () => {
  expect(lengthOf('')).toBe(0);
  expect(lengthOf(' \n ')).toBe(0);
  expect(lengthOf(' Öl filter ')).toBe(9);
  expect(lengthOf('🔧🔧')).toBe(2);
});

it('checks the length', () => {
  expect(isWithin(2)('🔧🔧')).toBe(true);
  expect(isWithin(2)('🔧🔧🔧')).toBe(false);
  expect(isWithin(2)(undefined)).toBe(true);
});

it('accepts web pages', () => {
  expect(safeLink(' https://www.linkedin.com/in/marta ')).toBe('https://www.linkedin.com/in/marta');
  expect(safeLink('http://www.linkedin.com/')).toBe('http://www.linkedin.com/');
});

it.each([
  'javascript:alert(1)',
  ' JaVaScript:alert(1)',
  'data:text/html,x',
  '/in/marta',
  'marta',
  '',
])('rejects %j', (text) => {
  expect(safeLink(text)).toBeNull();
});
