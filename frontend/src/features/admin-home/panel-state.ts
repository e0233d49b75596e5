import { sentenceFor } from '../../api/problem';

interface Query<Data> {
  /** The last answer, which may be one to an earlier question. */
  data?: Data;
  /** The answer to what is asked now. */
  currentData?: Data;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** What a panel needs to know of the call behind it. */
export const panelState = <Row>({ data, currentData, error, ...query }: Query<Row[]>) => ({
  rows: data,
  problem: error === undefined ? null : sentenceFor(error),
  fetching: query.isFetching,
  growing: data !== undefined && currentData === undefined && query.isFetching,
  onRetry: () => void query.refetch(),
});
