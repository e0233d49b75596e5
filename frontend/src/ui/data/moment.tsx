import { formatDate, formatDateTime, formatUtcDate } from '../../lib/date-time';

interface MomentProps {
  /** In UTC, as the server sends it. */
  at: string;
  /** Show only the day. */
  day?: boolean;
}

/** A point in time in the reader's own time zone. */
export function Moment({ at, day = false }: MomentProps) {
  return <time dateTime={at}>{day ? formatDate(at) : formatDateTime(at)}</time>;
}

/** The last day of a period that the shop counts in days of UTC, as its emails do. */
export function LastDay({ at }: { at: string }) {
  return <time dateTime={at}>{formatUtcDate(at)}</time>;
}
