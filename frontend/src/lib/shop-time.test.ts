import { describe, expect, it } from 'vitest';
import { formatShopDay, nameOfZone, shopDay } from './shop-time';

describe('the shop’s time zone', () => {
  it('decides which day a moment is on', () => {
    const moment = new Date('2026-11-24T04:59:00Z');
    const days = ['UTC', 'America/New_York', 'Asia/Tokyo'].map((zone) => shopDay(moment, zone));
    expect(days).toEqual(['2026-11-24', '2026-11-23', '2026-11-24']);
    expect(shopDay(new Date('2026-11-24T22:00:00Z'), 'Asia/Tokyo')).toBe('2026-11-25');
  });

  it('decides which day a document states', () => {
    const days = ['America/New_York', 'Europe/Berlin', 'Europe/Newtown'].map((zone) =>
      formatShopDay('2026-12-31T23:30:00Z', zone),
    );
    expect(days).toEqual(['Dec 31, 2026', 'Jan 1, 2027', 'Dec 31, 2026']);
  });

  it('has a name', () => {
    const names = ['UTC', 'America/New_York', 'Europe/Berlin'].map(nameOfZone);
    expect(names).toEqual(['UTC', 'Eastern Time', 'Central European Time']);
  });

  it('is UTC if the browser does not know it', () => {
    expect(shopDay(new Date('2026-11-24T04:59:00Z'), 'Europe/Newtown')).toBe('2026-11-24');
    expect(nameOfZone('Europe/Newtown')).toBe('Europe/Newtown');
  });
});
