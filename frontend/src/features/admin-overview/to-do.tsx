import { pageLimit } from '../../api/contract/generated-types';
import type { OpenTasks } from '../../api/contract/generated-types';
import { adminApi } from '../../api/admin';
import { sentenceFor } from '../../api/contract/problem';
import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';
import { Count } from '../../ui/data/exact';
import { StaleNotice } from '../../ui/messages/stale-notice';
import { PanelProblem, panelIds } from './panel';

interface Task {
  count: keyof OpenTasks;
  one: string;
  many: string;
  /** Where it is done: a list, or a panel of the overview. */
  to: string;
}

/** In the order in which an admin does them. */
const TASKS: readonly Task[] = [
  {
    count: 'ordersToShip',
    one: 'order to ship',
    many: 'orders to ship',
    to: paths.ordersToShow('to-ship'),
  },
  {
    count: 'ordersInDispute',
    one: 'order in dispute',
    many: 'orders in dispute',
    to: paths.ordersToShow('disputed'),
  },
  {
    count: 'returnsToDecide',
    one: 'return to decide',
    many: 'returns to decide',
    to: paths.manageReturns,
  },
  {
    count: 'returnsToReceive',
    one: 'return to receive',
    many: 'returns to receive',
    to: paths.returnsToShow('approved'),
  },
  {
    count: 'coresToInspect',
    one: 'line with old parts to check',
    many: 'lines with old parts to check',
    to: paths.manageCores,
  },
  { count: 'fitFlags', one: 'fit warning', many: 'fit warnings', to: paths.fitFlags },
  {
    count: 'refundsFailing',
    one: 'failed refund',
    many: 'failed refunds',
    to: `#${panelIds.refunds}`,
  },
  {
    count: 'paymentsUnmatched',
    one: 'payment without an order',
    many: 'payments without an order',
    to: `#${panelIds.payments}`,
  },
  { count: 'mailsLate', one: 'delayed email', many: 'delayed emails', to: `#${panelIds.emails}` },
  {
    count: 'partsLow',
    one: 'product running low',
    many: 'products running low',
    to: `#${panelIds.lowParts}`,
  },
];

/** The open tasks, with links to where they are done. */
export function ToDo() {
  const {
    data: tasks,
    error,
    isFetching,
    refetch,
  } = adminApi.useCountOpenTasksQuery(undefined, { refetchOnMountOrArgChange: true });
  const retry = () => void refetch();
  const open = TASKS.map((task) => ({ ...task, of: tasks?.[task.count] ?? 0 })).filter(
    ({ of }) => of > 0,
  );
  return (
    <section aria-label="To do" aria-busy={tasks === undefined && isFetching}>
      {error !== undefined && tasks === undefined && (
        <PanelProblem retrying={isFetching} onRetry={retry}>
          {`The tasks did not load. ${sentenceFor(error)}`}
        </PanelProblem>
      )}
      {error !== undefined && tasks !== undefined && (
        <StaleNotice onRetry={retry} retrying={isFetching}>
          {sentenceFor(error)}
        </StaleNotice>
      )}
      {tasks !== undefined && open.length === 0 && <p>Nothing is waiting for you.</p>}
      <ul className="numbers">
        {open.map(({ count, of, one, many, to }) => (
          <li key={count}>
            <Link to={to}>
              {/* The server counts one page. */}
              <b>
                <Count of={of} more={of >= pageLimit.maximum} />
              </b>{' '}
              {of === 1 ? one : many}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
