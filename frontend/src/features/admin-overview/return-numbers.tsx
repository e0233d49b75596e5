import { adminApi } from '../../api/admin';
import { sentenceFor } from '../../api/contract/problem';
import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';
import { OrderCount } from '../../ui/data/order-count';
import { PanelProblem } from './panel';

/** How many returns are waiting for the shop. */
export function ReturnNumbers() {
  const {
    data: counts,
    error,
    isFetching,
    refetch,
  } = adminApi.useCountReturnsQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <section aria-label="Returns">
      {error !== undefined && (
        <PanelProblem retrying={isFetching} onRetry={() => void refetch()}>
          {`The returns did not load. ${sentenceFor(error)}`}
        </PanelProblem>
      )}
      <ul className="numbers">
        <ReturnNumber state="to decide" count={counts?.requested} to={paths.manageReturns} />
        <ReturnNumber
          state="to receive"
          count={counts?.approved}
          to={paths.returnsToShow('approved')}
        />
      </ul>
    </section>
  );
}

interface ReturnNumberProps {
  state: string;
  /** Undefined until it has loaded. */
  count: number | undefined;
  to: string;
}

function ReturnNumber({ state, count, to }: ReturnNumberProps) {
  return (
    <li>
      <Link to={to}>
        <b>{count === undefined ? '–' : <OrderCount of={count} />}</b>{' '}
        {count === 1 ? 'return' : 'returns'} {state}
      </Link>
    </li>
  );
}
