import { knownConfig } from './config';
import { formatUtcDate } from './date-time';

/** An IANA time zone name. The shop's reports and lists count days in this zone. */
const shopZone = knownConfig?.timeZone ?? 'UTC';

/** Undefined if the browser is too old to know the zone. */
function formatIn(zone: string, locale: string, options: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  } catch {
    return undefined;
  }
}

/** `2026-11-24`: the day of a moment in the shop's time zone. */
export function shopDay(moment: Date, zone = shopZone): string {
  // Swedish dates use the ISO 8601 format.
  return formatIn(zone, 'sv-SE', {})?.format(moment) ?? moment.toISOString().slice(0, 10);
}

/** `Nov 24, 2026`: the same day in readable form, as on invoices; the same for every reader. */
export function formatShopDay(utc: string, zone = shopZone): string {
  const moment = new Date(utc);
  return formatIn(zone, 'en-US', { dateStyle: 'medium' })?.format(moment) ?? formatUtcDate(utc);
}

/** The name of the shop's time zone: `UTC`, `Eastern Time`. */
export function nameOfZone(zone: string): string {
  if (zone === 'UTC') return zone;
  const parts = formatIn(zone, 'en-US', { timeZoneName: 'longGeneric' })?.formatToParts();
  return parts?.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

export const shopTimeName = nameOfZone(shopZone);
