import { type ReactNode, type Ref, useState } from 'react';
import { formatCount } from '../../lib/format';
import { Button } from '../controls/button';
import { Count } from '../data/exact';
import { EmptyState } from '../messages/empty-state';
import { LoadError } from '../messages/load-error';
import { LoadingRows } from '../messages/loading-rows';
import { StaleNotice } from '../messages/stale-notice';
import { useContinueAtNewRows } from './use-continue-at-new-rows';

export interface List<Row> {
  /** Undefined until there is a response. */
  rows: Row[] | undefined;
  /** The error message of the last attempt to load them. */
  problem: string | null;
  fetching: boolean;
  /** Whether the server has more rows. */
  hasMore: boolean;
  /** How many rows are loaded, including those that a search or a view hides. */
  loaded: number;
  refetch: () => void;
  fetchMore: () => void;
}

interface ListFrameProps<Row> {
  list: List<Row>;
  /** The plural of the items: "orders". */
  noun: string;
  /** Which rows the server sends first. */
  first?: 'newest' | 'first';
  /** Shown when there are no rows. */
  empty: ReactNode;
  children: (rows: Row[]) => ReactNode;
}

/** More rows would make a screen slow, and few users read that many. */
const STEP = 50;

/**
 * The states around the rows of every list: loading, failed, empty, and more to load. Its key has
 * to include the search, so that another search starts with few rows again.
 */
export function ListFrame<Row>(props: ListFrameProps<Row>) {
  const { list, noun, first = 'newest', empty, children } = props;
  const [shown, setShown] = useState(STEP);
  const { rows, problem, fetching, hasMore, loaded } = list;
  const { frame, button, requestedMore } = useContinueAtNewRows(
    Math.min(rows?.length ?? 0, shown),
    fetching,
  );

  if (rows === undefined) {
    return problem === null ? (
      <LoadingRows>{`Loading the ${noun}`}</LoadingRows>
    ) : (
      <LoadError title={`The ${noun} did not load`} onRetry={list.refetch} retrying={fetching}>
        {problem}
      </LoadError>
    );
  }

  const visible = rows.slice(0, shown);
  const allVisible = visible.length === rows.length;
  /** The loaded rows are filtered: it is unknown how many of the rest match. */
  const searching = rows.length < loaded;
  const lookFurther = () => {
    requestedMore();
    list.fetchMore();
  };
  const showMore = () => {
    requestedMore();
    if (rows.length < shown + STEP && hasMore) list.fetchMore();
    setShown(shown + STEP);
  };
  return (
    <div ref={frame}>
      {problem !== null && (
        <StaleNotice onRetry={list.refetch} retrying={fetching}>
          {problem}
        </StaleNotice>
      )}
      {rows.length > 0 && children(visible)}
      {rows.length === 0 && !hasMore && empty}
      {rows.length === 0 && hasMore && (
        <NoneSoFar
          noun={noun}
          first={first}
          searched={loaded}
          searching={fetching}
          onSearchOn={lookFurther}
          buttonRef={button}
        />
      )}
      {rows.length > 0 && (!allVisible || hasMore) && (
        <div className="show-more">
          <ShownOf
            noun={noun}
            shown={visible.length}
            known={rows.length}
            more={hasMore && !searching}
          >
            {hasMore && searching && (
              <>
                , from the {first} <Count of={loaded} />
              </>
            )}
          </ShownOf>
          <Button ref={button} busy={allVisible && fetching} onClick={showMore}>
            {allVisible && searching ? 'Search more' : 'Show more'}
          </Button>
        </div>
      )}
    </div>
  );
}

interface NoneSoFarProps {
  /** The plural of the items. */
  noun: string;
  /** Which rows come first. */
  first: 'newest' | 'first';
  searched: number;
  searching: boolean;
  onSearchOn: () => void;
  buttonRef: Ref<HTMLButtonElement>;
}

/** None of the loaded rows match, but the server has more. */
function NoneSoFar(props: NoneSoFarProps) {
  const { noun, first, searched, searching, onSearchOn, buttonRef } = props;
  return (
    <div role="status">
      <EmptyState
        drawing="nothing-found"
        title={`None among the ${first} ${formatCount(searched)}`}
        action={
          <Button ref={buttonRef} busy={searching} onClick={onSearchOn}>
            Search more
          </Button>
        }
      >
        {`There are more ${noun} that have not been searched.`}
      </EmptyState>
    </div>
  );
}

interface ShownOfProps {
  noun: string;
  shown: number;
  known: number;
  /** The server has more than are loaded. */
  more: boolean;
  /** Additional text about them. */
  children: ReactNode;
}

function ShownOf({ noun, shown, known, more, children }: ShownOfProps) {
  return (
    <p role="status">
      <Count of={shown} /> of {more && 'more than '}
      <Count of={known} /> {noun} shown
      {children}
    </p>
  );
}
