import { expect, it } from 'vitest';
import { safeLink } from './safe-link';

it('lets web pages through', () => {
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
])('refuses %j', (text) => {
  expect(safeLink(text)).toBeNull();
});
