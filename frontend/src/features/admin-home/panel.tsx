import { RefreshCw } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';

interface PanelProps<Row> {
  title: string;
  /** Stands beside the title: a number, or a way to the rest. */
  aside?: ReactNode;
  /** Undefined until there is an answer. */
  rows: Row[] | undefined;
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
export function Panel<Row>({ title, aside, empty, keyOf, children, ...list }: PanelProps<Row>) {
  const id = useId();
  const { rows, problem, fetching, onRetry } = list;
  return (
    <section className="panel-list" aria-labelledby={id} aria-busy={rows === undefined && fetching}>
      <header>
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {problem !== null && (
        <Alert tone="danger">
          <p>{problem}</p>
          <Button
            size="small"
            busy={fetching}
            icon={<RefreshCw className="icon" />}
            onClick={onRetry}
          >
            Try again
          </Button>
        </Alert>
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
        <ul>
          {rows.map((row) => (
            <li key={keyOf(row)}>{children(row)}</li>
          ))}
        </ul>
      )}
    </section>
  );
}
