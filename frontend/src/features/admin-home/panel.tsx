import { useId, type ReactNode } from 'react';
import { PanelProblem } from './panel-problem';
import { PanelRows } from './panel-rows';

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
