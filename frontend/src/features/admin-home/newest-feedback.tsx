import { shopApi } from '../../api/index';
import { formatMoment } from '../../lib/moment';
import { EmailText } from '../../ui/email-text';
import { Panel } from './panel';
import { NEWEST, panelState } from './panel-state';

/** What visitors wrote into the box at the foot of the shop. */
export function NewestFeedback() {
  const query = shopApi.useListFeedbackQuery(
    { limit: NEWEST },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <Panel
      title="Newest feedback"
      rows={query.data}
      {...panelState(query)}
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
