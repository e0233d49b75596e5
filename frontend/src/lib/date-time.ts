const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' });

const formatDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** `Nov 21, 2026`, in the reader's time zone. */
export function formatDate(utc: string): string {
  const moment = new Date(utc);
  return Number.isNaN(moment.getTime()) ? utc : formatDay.format(moment);
}

/** `Nov 21, 2026, 10:41 AM`, in the reader's time zone. */
export function formatDateTime(utc: string): string {
  const moment = new Date(utc);
  return Number.isNaN(moment.getTime()) ? utc : format.format(moment);
}
