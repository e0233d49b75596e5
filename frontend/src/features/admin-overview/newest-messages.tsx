import { adminApi } from '../../api/admin';
import type { Config, Mail } from '../../api/contract/generated-types';
import { shopApi } from '../../api/index';
import { formatDateTime } from '../../lib/date-time';
import { EmailText } from '../../ui/data/email';
import { LinkedText } from '../../ui/data/linked-text';
import { Panel, panelIds, panelState, useMore } from './panel';

/** An email's delivery status. */
function inWords({ createdAt, sentAt, givenUp }: Omit<Mail, '_id' | 'to' | 'subject' | 'text'>) {
  if (sentAt) return `sent ${formatDateTime(sentAt)}`;
  return `written ${formatDateTime(createdAt)}${givenUp ? ', could not be sent' : ''}`;
}

/** Whether the links and codes in emails can be read here, and why. */
const NOTES: Record<Config['mails'], string> = {
  outbox: 'No mail server is configured, so emails stay here, including their links and codes.',
  smtp: 'Links and codes are hidden: only the recipient sees them.',
};

/** An email, with its text on request. */
const mailRow = ({ to, subject, text, ...delivery }: Mail) => (
  <details>
    <summary>
      {subject}
      <span className="id">
        to <EmailText>{to}</EmailText>, {inWords(delivery)}
      </span>
    </summary>
    <p>
      <LinkedText>{text}</LinkedText>
    </p>
  </details>
);

/** Emails that the mail server should have accepted by now; nothing if there are none. */
export function DelayedMails() {
  const { shown, limit, showMore } = useMore();
  const query = adminApi.useListMailsQuery(
    { limit, state: 'delayed' },
    { refetchOnMountOrArgChange: true },
  );
  if (query.error === undefined && !query.data?.length) return null;
  return (
    <Panel
      id={panelIds.emails}
      title="Delayed emails"
      {...panelState(query)}
      shown={shown}
      onMore={showMore}
      empty="No delayed emails."
      keyOf={({ _id }) => _id}
    >
      {mailRow}
    </Panel>
  );
}

/** Emails from the shop; without a mail server they stay here to be read. */
export function NewestMails() {
  const { data: config } = shopApi.useGetConfigQuery();
  const { shown, limit, showMore } = useMore();
  const query = adminApi.useListMailsQuery({ limit }, { refetchOnMountOrArgChange: true });
  return (
    <Panel
      title="Newest emails"
      note={config && NOTES[config.mails]}
      {...panelState(query)}
      shown={shown}
      onMore={showMore}
      empty="No emails yet."
      keyOf={({ _id }) => _id}
    >
      {mailRow}
    </Panel>
  );
}

/** Messages from the feedback box at the bottom of the shop. */
export function NewestFeedback() {
  const { shown, limit, showMore } = useMore();
  const query = adminApi.useListFeedbackQuery({ limit }, { refetchOnMountOrArgChange: true });
  return (
    <Panel
      title="Newest feedback"
      {...panelState(query)}
      shown={shown}
      onMore={showMore}
      empty="No feedback yet."
      keyOf={({ _id }) => _id}
    >
      {({ message, email, createdAt }) => (
        <>
          <p>{message}</p>
          <span className="id">
            {formatDateTime(createdAt)}
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
