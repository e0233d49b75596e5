import { knownConfig } from './config';

/** By its name in the IANA database. In this zone the shop's reports and lists count days. */
const shopZone = knownConfig?.timeZone ?? 'UTC';

/** A browser older than the name of a zone does not know it. */
function formatIn(zone: string, locale: string, options: Intl.DateTimeFormatOptions) {
  try {
    return new Intl.DateTimeFormat(locale, { ...options, timeZone: zone });
  } catch {
    return undefined;
  }
}

/** `2026-11-24`: the day of a moment in the shop. */
export function shopDay(moment: Date, zone = shopZone): string {
  // Swedish dates are written as ISO 8601 has them.
  return formatIn(zone, 'sv-SE', {})?.format(moment) ?? moment.toISOString().slice(0, 10);
}

/** What the time in the shop is called: `UTC`, `Eastern Time`. */
export function nameOfZone(zone: string): string {
  if (zone === 'UTC') return zone;
  const parts = formatIn(zone, 'en-US', { timeZoneName: 'longGeneric' })?.formatToParts();
  return parts?.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}

export const shopTimeName = nameOfZone(shopZone);
