import { adminApi } from '../../api/admin';
import { Panel } from './panel';
import { panelState } from './panel-state';
import { UnmatchedRow } from './unmatched-row';
import { useMore } from './use-more';

/** Money that came for orders the shop does not know; nothing is shown while there is none. */
export function UnmatchedPayments() {
  const { shown, showMore } = useMore();
  const { onRetry, ...list } = panelState(
    adminApi.useListUnmatchedPaymentsQuery({}, { refetchOnMountOrArgChange: true }),
  );
  if (list.rows === undefined || list.rows.length === 0) return null;
  return (
    <Panel
      title="Payments without an order"
      aside={<span>{`${list.rows.length} to look at`}</span>}
      {...list}
      shown={shown}
      onMore={showMore}
      onRetry={onRetry}
      empty=""
      keyOf={({ transactionId }) => transactionId}
    >
      {(payment) => <UnmatchedRow payment={payment} />}
    </Panel>
  );
}
