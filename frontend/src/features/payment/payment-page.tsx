import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { shopApi } from '../../api/index';
import { isApiError, sentenceFor } from '../../api/problem';
import { plainDollars } from '../../lib/money';
import { paths } from '../../lib/paths';
import { Alert } from '../../ui/alert';
import { Failed } from '../../ui/failed';
import { NotFound } from '../../ui/not-found';
import { Waiting } from '../../ui/waiting';
import { PaymentPanel } from './payment-panel';

export function PaymentPage() {
  const { id = '' } = useParams();
  /** The order paid for during this visit: its card form stays, to say how that went. */
  const [charged, setCharged] = useState<string | null>(null);
  const {
    currentData: order,
    error,
    isFetching,
    refetch,
  } = shopApi.useGetOrderQuery({ id }, { refetchOnMountOrArgChange: true });

  if (isApiError(error) && error.status === 404) {
    return (
      <NotFound title="There is no such order">
        It may have been deleted, or it belongs to another account.
      </NotFound>
    );
  }
  if (order === undefined) {
    if (error === undefined || isFetching) return <Waiting>Loading your order</Waiting>;
    return (
      <div className="page section">
        <Failed level={1} title="Your order did not load" onRetry={() => void refetch()}>
          {sentenceFor(error)}
        </Failed>
      </div>
    );
  }
  return (
    <div className="page">
      <title>Payment | Autoparts</title>
      <div className="pay" key={order._id}>
        <h1>
          Confirm your payment for {order.product},{' '}
          <span className="nowrap">{order.quantity} pieces.</span>{' '}
          <span className="nowrap">Total {plainDollars(order.totalPrice)} only.</span>
        </h1>
        {order.paid && charged !== order._id ? (
          <Alert tone="positive">
            <p>This order is paid. Transaction {order.transactionId}</p>
          </Alert>
        ) : (
          <PaymentPanel
            order={order}
            onCharged={() => {
              setCharged(order._id);
            }}
            onOrderChanged={() => void refetch()}
          />
        )}
        <p>
          <Link to={paths.dashboard}>Back to the dashboard</Link>
        </p>
      </div>
    </div>
  );
}
