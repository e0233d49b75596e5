import { expect, it } from 'vitest';
import { formatDateTime } from './date-time';

it('formats a moment', () => {
  expect(formatDateTime('2026-03-07T12:30:00Z')).toMatch(/^Mar [678], 2026, \d{1,2}:\d\d\s[AP]M$/);
});

it('leaves an invalid moment unchanged', () => {
  expect(formatDateTime('yesterday')).toBe('yesterday');
});
