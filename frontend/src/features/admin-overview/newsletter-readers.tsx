import { adminApi } from '../../api/admin';
import type { Subscriber } from '../../api/contract/generated-types';
import { formatDateTime } from '../../lib/date-time';
import { EmailText } from '../../ui/data/email';
import { Count } from '../../ui/data/exact';
import { MAX_ROWS, Panel, panelState, useMore } from './panel';

const STATES: Record<Subscriber['state'], string> = {
  waiting: 'not confirmed yet',
  confirmed: 'confirmed',
  left: 'unsubscribed',
};

/** Newsletter subscribers: the number confirmed, and the latest. */
export function NewsletterReaders() {
  const { shown, showMore } = useMore();
  // All of them at once, because they are counted.
  const query = adminApi.useListSubscribersQuery(
    { limit: MAX_ROWS },
    { refetchOnMountOrArgChange: true },
  );
  const all = query.data;
  const confirmed = all?.filter(({ state }) => state === 'confirmed').length ?? 0;
  return (
    <Panel
      title="Newsletter"
      aside={
        all &&
        all.length > 0 && (
          <span>
            <Count of={confirmed} more={all.length === MAX_ROWS} /> confirmed
          </span>
        )
      }
      {...panelState(query)}
      shown={shown}
      onMore={showMore}
      empty="No subscribers yet."
      keyOf={({ _id }) => _id}
    >
      {({ email, state, createdAt }) => (
        <>
          <b>
            <EmailText>{email}</EmailText>
          </b>
          <span className="id">
            {STATES[state]}, since {formatDateTime(createdAt)}
          </span>
        </>
      )}
    </Panel>
  );
}
