import type { Refund } from '../../api/generated-types';
import { useAllRefunds } from '../../api/use-all-refunds';
import { countSoFar } from '../../lib/counts';
import { Panel } from './panel';
import { RefundRow } from './refund-row';
import { useMore } from './use-more';

/** What somebody has to look at comes first, then what is on its way. */
const urgency = ({ doneAt, failures }: Refund) => (doneAt ? 2 : failures > 0 ? 0 : 1);

/** Money that goes back to customers. */
export function Refunds() {
  const { shown, showMore } = useMore();
  const { rows: all, problem, fetching, hasMore, refetch } = useAllRefunds();
  const rows = all && [...all].sort((one, other) => urgency(one) - urgency(other));
  const open = all?.filter(({ doneAt }) => !doneAt).length ?? 0;
  return (
    <Panel
      title="Refunds"
      aside={rows && rows.length > 0 && <span>{`${countSoFar(open, hasMore)} not done yet`}</span>}
      rows={rows}
      shown={shown}
      onMore={showMore}
      problem={problem}
      fetching={fetching}
      onRetry={refetch}
      empty="No money has had to go back."
      keyOf={({ _id }) => _id}
    >
      {(refund) => <RefundRow refund={refund} />}
    </Panel>
  );
}
