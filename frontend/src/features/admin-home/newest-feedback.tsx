import { adminApi } from '../../api/admin';
import { formatMoment } from '../../lib/moment';
import { EmailText } from '../../ui/email-text';
import { Panel } from './panel';
import { panelState } from './panel-state';
import { useMore } from './use-more';

/** What visitors wrote into the box at the foot of the shop. */
export function NewestFeedback() {
  const { shown, limit, showMore } = useMore();
  const query = adminApi.useListFeedbackQuery({ limit }, { refetchOnMountOrArgChange: true });
  return (
    <Panel
      title="Newest feedback"
      {...panelState(query)}
      shown={shown}
      onMore={showMore}
      empty="Nobody has written yet."
      keyOf={({ _id }) => _id}
    >
      {({ message, email, createdAt }) => (
        <>
          <p>{message}</p>
          <span className="id">
            {formatMoment(createdAt)}
            {email && (
              <>
                , <EmailText>{email}</EmailText>
              </>
            )}
          </span>
        </>
      )}
    </Panel>
  );
}
