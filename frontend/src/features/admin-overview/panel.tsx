import { RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { pageLimit } from '../../api/contract/generated-types';
import { sentenceFor } from '../../api/contract/problem';
import { Button } from '../../ui/controls/button';
import { Alert } from '../../ui/messages/alert';

/** The panels that tasks link to. */
export const panelIds = {
  payments: 'payments-without-an-order',
  lowParts: 'running-low',
  refunds: 'refunds',
  emails: 'delayed-emails',
};

interface PanelProps<Row> {
  /** One of {@link panelIds}. */
  id?: string;
  title: string;
  /** Shown next to the title: a number, or a link to the rest. */
  aside?: ReactNode;
  /** A note about all rows. */
  note?: string;
  /** All loaded rows; undefined until there is a response. */
  rows: Row[] | undefined;
  /** How many rows to show. */
  shown: number;
  /** Loads more rows; omitted if the rest is elsewhere. */
  onMore?: () => void;
  /** The requested rows are loading. */
  growing?: boolean;
  problem: string | null;
  fetching: boolean;
  onRetry: () => void;
  /** Shown when there are no rows. */
  empty: string;
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
}

const WAITING_ROWS = 3;

/** A section of the overview. Each has its own loading, error and empty state. */
export function Panel<Row>({
  id,
  title,
  aside,
  note,
  empty,
  keyOf,
  children,
  ...list
}: PanelProps<Row>) {
  const titleId = useId();
  const { rows, shown, onMore, growing = false, problem, fetching, onRetry } = list;
  const hasMore = rows !== undefined && (rows.length > shown || growing);
  return (
    <section
      className="panel-list"
      id={id}
      tabIndex={id === undefined ? undefined : -1}
      aria-labelledby={titleId}
      aria-busy={rows === undefined && fetching}
    >
      <header>
        <h2 id={titleId}>{title}</h2>
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
                <span className="skeleton skeleton-long" />
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
          titleId={titleId}
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
  /** Loads more rows; undefined if all are loaded or the rest is elsewhere. */
  onMore?: () => void;
  /** The requested rows are loading. */
  growing: boolean;
  /** The title's id: distinguishes the button from those of the other panels. */
  titleId: string;
}

function PanelRows<Row>(props: PanelRowsProps<Row>) {
  const { rows, keyOf, children, onMore, growing, titleId } = props;
  const list = useRef<HTMLUListElement>(null);
  /** The first new row, where the focus moves after loading more. */
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
  /** The error message. */
  children: string;
  retrying: boolean;
  onRetry: () => void;
}

/** Error state of a panel. */
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
  /** The last response, possibly to an earlier query. */
  data?: Data;
  /** The response to the current query. */
  currentData?: Data;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/** A panel's props from its query. */
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
/** The server's maximum page size. */
export const MAX_ROWS = pageLimit.maximum;

/** How many rows of a panel to show. */
export function useMore() {
  const [shown, setShown] = useState(NEWEST);
  return {
    shown,
    /** One more than is shown, to find out whether there are more. */
    limit: Math.min(shown + 1, MAX_ROWS),
    showMore: () => {
      setShown(shown + STEP);
    },
  };
}
