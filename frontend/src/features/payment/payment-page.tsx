import { useCallback, useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { shopApi } from '../../api/index';
import { isApiError, sentenceFor } from '../../api/problem';
import { formatDollars } from '../../lib/money';
import { paths } from '../../lib/paths';
import { usePerson } from '../../lib/session/use-person';
import { Failed } from '../../ui/failed';
import { Waiting } from '../../ui/waiting';
import { NoSuchOrder } from './no-such-order';
import { PaymentPanel } from './payment-panel';
import { Unpayable, whyUnpayable } from './unpayable';

export function PaymentPage() {
  const { id = '' } = useParams();
  const person = usePerson();
  /** The order paid for during this visit: its card form stays, to say how that went. */
  const [charged, setCharged] = useState<string | null>(null);
  const {
    currentData: order,
    error,
    isFetching,
    refetch,
  } = shopApi.useGetOrderQuery({ id }, { refetchOnMountOrArgChange: true });

  const onCharged = useCallback(
    (is: boolean) => {
      setCharged(is ? id : null);
    },
    [id],
  );
  const reload = useCallback(() => void refetch(), [refetch]);

  const isPaidFor = order?._id === charged;
  // Even a charged order may be gone by now: its card form says what becomes of the money.
  if (isApiError(error) && error.status === 404 && !isPaidFor) return <NoSuchOrder />;
  if (order === undefined) {
    if (error === undefined || isFetching) return <Waiting>Loading your order</Waiting>;
    return (
      <div className="page section">
        <title>Payment | Autoparts</title>
        <Failed level={1} title="Your order did not load" onRetry={() => void refetch()}>
          {sentenceFor(error)}
        </Failed>
      </div>
    );
  }
  const unpayable = isPaidFor ? null : whyUnpayable(order, person);
  return (
    <div className="page">
      <title>{`Payment for ${order.product} | Autoparts`}</title>
      <div className="pay" key={order._id}>
        {unpayable !== null ? (
          <Unpayable order={order} why={unpayable} />
        ) : (
          <>
            <h1>
              Confirm your payment for {order.product},{' '}
              <span className="nowrap">{order.quantity} pieces.</span>{' '}
              <span className="nowrap">Total {formatDollars(order.totalPrice)} only.</span>
            </h1>
            <PaymentPanel order={order} onCharged={onCharged} onOrderChanged={reload} />
            {!isPaidFor && (
              <p>
                <Link className="text-link" to={paths.dashboard}>
                  Back to the dashboard
                </Link>
              </p>
            )}
          </>
        )}
      </div>
    </div>
  );
}
