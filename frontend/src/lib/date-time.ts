/** Created when a date is first shown: this takes a slow phone longer than a frame. */
const madeOnce = (options: Intl.DateTimeFormatOptions) => {
  let made: Intl.DateTimeFormat | undefined;
  return () => (made ??= new Intl.DateTimeFormat('en-US', options));
};

const day = madeOnce({ dateStyle: 'medium' });
const utcDay = madeOnce({ dateStyle: 'medium', timeZone: 'UTC' });
const dayAndTime = madeOnce({ dateStyle: 'medium', timeStyle: 'short' });

/** `Nov 21, 2026`, in the reader's time zone. */
export function formatDate(utc: string): string {
  const moment = new Date(utc);
  return Number.isNaN(moment.getTime()) ? utc : day().format(moment);
}

/** The same in UTC. */
export const formatUtcDate = (utc: string): string => utcDay().format(new Date(utc));

/** `Nov 21, 2026, 10:41 AM`, in the reader's time zone. */
export function formatDateTime(utc: string): string {
  const moment = new Date(utc);
  return Number.isNaN(moment.getTime()) ? utc : dayAndTime().format(moment);
}
