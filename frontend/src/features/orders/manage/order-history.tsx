import { useState } from 'react';
import { adminApi } from '../../../api/admin';
import type { OrderEvent, OrderEventKind } from '../../../api/contract/generated-types';
import { sentenceFor } from '../../../api/contract/problem';
import { actionOf } from '../../../lib/audit-log';
import { EmailText } from '../../../ui/data/email';
import { Money } from '../../../ui/data/exact';
import { Moment } from '../../../ui/data/moment';
import { LoadError } from '../../../ui/messages/load-error';
import { Loading } from '../../../ui/messages/loading';

const WORDS: Record<Exclude<OrderEventKind, 'audited'>, string> = {
  placed: 'Placed',
  payment_started: 'Payment started',
  paid: 'Paid',
  withdrawn: 'Customer withdrew from the contract',
  shipped: 'Shipped',
  refund_due: 'Refund requested',
  refund_done: 'Refunded',
  return_requested: 'Return requested',
  return_approved: 'Return approved',
  return_declined: 'Return declined',
  return_received: 'Return received',
  return_canceled: 'Return canceled',
  return_expired: 'Return expired',
  email_sent: 'Email sent',
};

const ACTORS: Record<Exclude<OrderEvent['by'], 'admin'>, string> = {
  customer: 'the customer',
  shop: 'the shop',
  operator: 'the operator of the server',
};

/** What happened to an order, and who did it. Loaded when it is opened. */
export function OrderHistory({ id }: { id: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="order-history"
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
      }}
    >
      <summary>History</summary>
      {open && <Events id={id} />}
    </details>
  );
}

function Events({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = adminApi.useGetOrderHistoryQuery(
    { id },
    { refetchOnMountOrArgChange: true },
  );
  if (data !== undefined) {
    return (
      <ol aria-label="History">
        {data.map((event, index) => (
          // Events have no ids, and none is ever removed or moved.
          <Event key={index} event={event} />
        ))}
      </ol>
    );
  }
  if (error === undefined) return <Loading>Loading the history</Loading>;
  return (
    <LoadError
      title="The history did not load"
      level={3}
      retrying={isFetching}
      onRetry={() => void refetch()}
    >
      {sentenceFor(error)}
    </LoadError>
  );
}

function Event({ event }: { event: OrderEvent }) {
  const { action, admin, amount, at, by, detail, kind } = event;
  return (
    <li>
      <p>
        <b>{kind === 'audited' ? actionOf({ action: action ?? 'unknown' }) : WORDS[kind]}</b>
        {amount !== undefined && (
          <>
            {' '}
            <Money dollars={amount} />
          </>
        )}
      </p>
      {detail !== undefined && <p className="detail">{detail}</p>}
      <p className="when">
        <Moment at={at} />, by{' '}
        {by !== 'admin' ? (
          ACTORS[by]
        ) : admin === undefined ? (
          'a former admin'
        ) : (
          <EmailText>{admin}</EmailText>
        )}
      </p>
    </li>
  );
}
