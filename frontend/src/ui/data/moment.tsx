import { formatDate, formatDateTime } from '../../lib/date-time';

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
