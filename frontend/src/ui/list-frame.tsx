import { useState, type ReactNode } from 'react';
import { Button } from './button';
import { Failed } from './failed';
import { OutOfDate } from './out-of-date';
import { ShownOf } from './shown-of';
import { WaitingRows } from './waiting-rows';

export interface List<Row> {
  /** Undefined until there is an answer. */
  rows: Row[] | undefined;
  /** Why the last attempt to get them failed, in plain words. */
  problem: string | null;
  fetching: boolean;
  /** Whether the server has rows that are not here yet. */
  hasMore: boolean;
  refetch: () => void;
  fetchMore: () => void;
}

interface ListFrameProps<Row> {
  list: List<Row>;
  /** What is listed, in the plural: "orders". */
  noun: string;
  /** Stands in for the rows when there are none. */
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

/** More rows than anybody reads at once make a screen slow. */
const STEP = 50;

/** What surrounds the rows of every list: on their way, failed, none, and the rest of a long one. */
export function ListFrame<Row>({ list, noun, empty, children }: ListFrameProps<Row>) {
  const [shown, setShown] = useState(STEP);
  const { rows, problem, fetching, hasMore } = list;

  if (rows === undefined) {
    return problem === null ? (
      <WaitingRows>{`Loading the ${noun}`}</WaitingRows>
    ) : (
      <Failed title={`The ${noun} did not load`} onRetry={list.refetch} retrying={fetching}>
        {problem}
      </Failed>
    );
  }

  const visible = rows.slice(0, shown);
  const allVisible = visible.length === rows.length;
  const showMore = () => {
    if (rows.length < shown + STEP && hasMore) list.fetchMore();
    setShown(shown + STEP);
  };
  return (
    <>
      {problem !== null && (
        <OutOfDate onRetry={list.refetch} retrying={fetching}>
          {problem}
        </OutOfDate>
      )}
      {rows.length === 0 && !hasMore ? empty : rows.length > 0 && children(visible)}
      {(!allVisible || hasMore) && (
        <div className="show-more">
          <ShownOf noun={noun} shown={visible.length} known={rows.length} more={hasMore} />
          <Button busy={allVisible && fetching} onClick={showMore}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
