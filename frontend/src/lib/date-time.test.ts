import { expect, it } from 'vitest';
import { formatDateTime, formatUtcDate } from './date-time';

it('formats a moment', () => {
  expect(formatDateTime('2026-03-07T12:30:00Z')).toMatch(/^Mar [678], 2026, \d{1,2}:\d\d\s[AP]M$/);
});

it('leaves an invalid moment unchanged', () => {
  expect(formatDateTime('yesterday')).toBe('yesterday');
});

it('formats the day of a deadline in UTC, wherever the reader is', () => {
  expect(formatUtcDate('2026-12-21T23:59:59.999999Z')).toBe('Dec 21, 2026');
  expect(formatUtcDate('2026-12-21T00:00:00Z')).toBe('Dec 21, 2026');
});
