import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { pageLimit } from '../../api/generated-limits';
import { sentenceFor } from '../../api/problem';
import { Button } from '../../ui/controls/button';
import { Alert } from '../../ui/messages/alert';

interface PanelProps<Row> {
  title: string;
  /** Stands beside the title: a number, or a way to the rest. */
  aside?: ReactNode;
  /** What is to know of all rows. */
  note?: string;
  /** All that is here; undefined until there is an answer. */
  rows: Row[] | undefined;
  /** How many of them are to be seen. */
  shown: number;
  /** Brings more rows; not given when the rest is somewhere else. */
  onMore?: () => void;
  /** The rows that were asked for last are on their way. */
  growing?: boolean;
  problem: string | null;
  fetching: boolean;
  onRetry: () => void;
  /** What no rows mean. */
  empty: string;
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
}

const WAITING_ROWS = 3;

/** One thing of the overview. Each waits, fails and is empty on its own. */
export function Panel<Row>({
  title,
  aside,
  note,
  empty,
  keyOf,
  children,
  ...list
}: PanelProps<Row>) {
  const id = useId();
  const { rows, shown, onMore, growing = false, problem, fetching, onRetry } = list;
  const hasMore = rows !== undefined && (rows.length > shown || growing);
  return (
    <section className="panel-list" aria-labelledby={id} aria-busy={rows === undefined && fetching}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {note !== undefined && <p className="note">{note}</p>}
      {problem !== null && (
        <PanelProblem retrying={fetching} onRetry={onRetry}>
          {problem}
        </PanelProblem>
      )}
      {rows === undefined && problem === null && (
        <>
          <p className="sr-only" role="status">
            Loading
          </p>
          <ul aria-hidden="true">
            {Array.from({ length: WAITING_ROWS }, (_, position) => (
              <li key={position}>
                <span className="skeleton w-3/5" />
              </li>
            ))}
          </ul>
        </>
      )}
      {rows?.length === 0 && <p className="nothing">{empty}</p>}
      {rows !== undefined && rows.length > 0 && (
        <PanelRows
          rows={rows.slice(0, shown)}
          keyOf={keyOf}
          onMore={hasMore ? onMore : undefined}
          growing={growing}
          titleId={id}
        >
          {children}
        </PanelRows>
      )}
    </section>
  );
}

interface PanelRowsProps<Row> {
  rows: Row[];
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
  /** Brings more rows; none when all are here, or when the rest is somewhere else. */
  onMore?: () => void;
  /** The rows that were asked for last are on their way. */
  growing: boolean;
  /** The title's id: tells one button from those of the other panels. */
  titleId: string;
}

function PanelRows<Row>(props: PanelRowsProps<Row>) {
  const { rows, keyOf, children, onMore, growing, titleId } = props;
  const list = useRef<HTMLUListElement>(null);
  /** After asking for more the reader goes on at the first of the new rows. */
  const goOnAt = useRef<number | null>(null);

  useEffect(() => {
    if (goOnAt.current === null || rows.length <= goOnAt.current) return;
    const next = list.current?.children[goOnAt.current];
    if (next instanceof HTMLElement) next.focus();
    goOnAt.current = null;
  }, [rows.length]);

  return (
    <>
      <ul ref={list}>
        {rows.map((row) => (
          <li key={keyOf(row)} tabIndex={-1}>
            {children(row)}
          </li>
        ))}
      </ul>
      {onMore && (
        <Button
          size="small"
          busy={growing}
          aria-describedby={titleId}
          onClick={() => {
            goOnAt.current = rows.length;
            onMore();
          }}
        >
          Show more
        </Button>
      )}
    </>
  );
}

interface PanelProblemProps {
  /** What went wrong, in plain words. */
  children: string;
  retrying: boolean;
  onRetry: () => void;
}

/** One thing of the overview could not be had. */
export function PanelProblem({ children, retrying, onRetry }: PanelProblemProps) {
  return (
    <Alert tone="danger">
      <p>{children}</p>
      <Button size="small" busy={retrying} icon={<RefreshCw className="icon" />} onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  );
}

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
export function panelState<Row>({ data, currentData, error, ...query }: Query<Row[]>) {
  return {
    rows: data,
    problem: error === undefined ? null : sentenceFor(error),
    fetching: query.isFetching,
    growing: data !== undefined && currentData === undefined && query.isFetching,
    onRetry: () => void query.refetch(),
  };
}

/** How many rows a panel shows at first, and how many more each time. */
export const NEWEST = 5;
const STEP = 20;
/** The most the server hands out at once. */
export const MAX_ROWS = pageLimit.maximum;

/** How many rows of a panel are to be seen. */
export function useMore() {
  const [shown, setShown] = useState(NEWEST);
  return {
    shown,
    /** One more than is shown: that tells whether there are any. */
    limit: Math.min(shown + 1, MAX_ROWS),
    showMore: () => {
      setShown(shown + STEP);
    },
  };
}
