import { shopApi } from '../../api/index';
import type { Subscriber } from '../../api/generated';
import { countSoFar } from '../../lib/counts';
import { formatMoment } from '../../lib/moment';
import { EmailText } from '../../ui/email-text';
import { Panel } from './panel';
import { NEWEST, panelState } from './panel-state';

/** The most the server hands out at once. */
const MOST = 1000;

const STATES: Record<Subscriber['state'], string> = {
  waiting: 'asked, not confirmed',
  confirmed: 'confirmed',
  left: 'left',
};

/** Who gets the newsletter: how many have confirmed, and who asked last. */
export function NewsletterReaders() {
  const query = shopApi.useListSubscribersQuery(
    { limit: MOST },
    { refetchOnMountOrArgChange: true },
  );
  const all = query.data;
  const confirmed = all?.filter(({ state }) => state === 'confirmed').length ?? 0;
  return (
    <Panel
      title="Newsletter"
      aside={
        all &&
        all.length > 0 && <span>{`${countSoFar(confirmed, all.length === MOST)} confirmed`}</span>
      }
      rows={all?.slice(0, NEWEST)}
      {...panelState(query)}
      empty="Nobody has signed up yet."
      keyOf={({ _id }) => _id}
    >
      {({ email, state, createdAt }) => (
        <>
          <b>
            <EmailText>{email}</EmailText>
          </b>
          <span className="id">
            {STATES[state]}, since {formatMoment(createdAt)}
          </span>
        </>
      )}
    </Panel>
  );
}
