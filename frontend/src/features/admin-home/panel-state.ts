import { sentenceFor } from '../../api/problem';

interface Query<Data> {
  data?: Data;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** How many rows a panel shows. */
export const NEWEST = 5;

/** What a panel needs to know of the call behind it. */
export const panelState = <Data>({ error, isFetching, refetch }: Query<Data>) => ({
  problem: error === undefined ? null : sentenceFor(error),
  fetching: isFetching,
  onRetry: () => void refetch(),
});
