import { type ReactNode, useCallback, useState } from 'react';
import { useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import type { Order } from '../../api/contract/generated-types';
import { shopApi } from '../../api/index';
import { isApiError, sentenceFor } from '../../api/contract/problem';
import { paths } from '../../lib/paths';
import { useOwnOrders } from '../../lib/session/own-orders';
import { isLinked } from '../../lib/session/order-links';
import { type Person, selectPerson } from '../../lib/session/session-slice';
import { Link } from '../../ui/controls/link';
import { Exact, Money } from '../../ui/data/exact';
import { Moment } from '../../ui/data/moment';
import { NotFound } from '../../ui/layout/not-found';
import { Alert } from '../../ui/messages/alert';
import { LoadError } from '../../ui/messages/load-error';
import { Loading } from '../../ui/messages/loading';
import { BackToOrders } from './booking-message';
import { PaymentPanel } from './payment-panel';

const IS_PAID = 'This order is paid';

export function PaymentPage() {
  const { id = '' } = useParams();
  const person = useSelector(selectPerson);
  const own = useOwnOrders(id);
  /** The order paid during this visit: its card form stays mounted, to show the outcome. */
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
  // Even a paid order may have been deleted: its card form shows what happens to the money.
  if (isApiError(error) && error.status === 404 && !isPaidFor) return <NoSuchOrder />;
  if (order === undefined) {
    if (error === undefined || isFetching) return <Loading>Loading your order</Loading>;
    return (
      <div className="page section">
        <title>Payment | Autoparts</title>
        <LoadError level={1} title="Your order did not load" onRetry={() => void refetch()}>
          {sentenceFor(error)}
        </LoadError>
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
            {order.paid ? (
              <h1>{IS_PAID}</h1>
            ) : (
              <h1>
                Confirm your payment for {order.product},{' '}
                <span className="nowrap">
                  <Exact value={order.quantity} /> pieces.
                </span>{' '}
                <span className="nowrap">
                  Total <Money dollars={order.totalPrice} /> only.
                </span>
              </h1>
            )}
            {!isPaidFor && order.heldUntil !== undefined && (
              <p className="hint">
                Reserved for you until <Moment at={order.heldUntil} />.
              </p>
            )}
            <PaymentPanel order={order} onCharged={onCharged} onOrderChanged={reload} />
            {!isPaidFor && (
              <p>
                <Link className="text-link" to={own.all}>
                  {BACK[own.all] ?? 'Back to your order'}
                </Link>
              </p>
            )}
          </>
        )}
      </div>
    </div>
  );
}

/** Labels of the back link, by path; otherwise it leads to the linked order. */
const BACK: Record<string, string> = {
  [paths.dashboard]: 'Back to the dashboard',
  [paths.myOrder]: 'Back to your orders',
};

function NoSuchOrder() {
  const own = useOwnOrders();
  return (
    <NotFound title="There is no such order" way={{ to: own.all, label: 'Back to your orders' }}>
      It may have been deleted, or it belongs to another account.
    </NotFound>
  );
}

/** Why this order cannot be paid; null if it can. */
function whyUnpayable(order: Order, person: Person | null): 'paid' | 'refunded' | 'others' | null {
  if (order.paid) return 'paid';
  if (order.state === 'refunded') return 'refunded';
  const isOwn = isLinked(order._id) || order.email.toLowerCase() === person?.email.toLowerCase();
  return isOwn ? null : 'others';
}

interface UnpayableProps {
  order: Order;
  why: NonNullable<ReturnType<typeof whyUnpayable>>;
}

function Unpayable({ order, why }: UnpayableProps) {
  switch (why) {
    case 'paid':
      return (
        <OrderNote title={IS_PAID} order={order} tone="positive">
          Nothing more will be charged. Transaction{' '}
          <span className="id">{order.transactionId}</span>
        </OrderNote>
      );
    case 'refunded':
      return (
        <OrderNote title="This order was refunded" order={order} tone="info">
          Your refund is on its way, so this order cannot be paid again. Place a new order if you
          still want the part.
        </OrderNote>
      );
    case 'others':
      return (
        <OrderNote title="This order belongs to someone else" order={order} tone="warning">
          Only {order.name} ({order.email}) can pay for it.
        </OrderNote>
      );
  }
}

interface OrderNoteProps {
  title: string;
  order: Order;
  tone: 'positive' | 'info' | 'warning';
  children: ReactNode;
}

/** An order that cannot be paid here: the reason, the order, and links to continue. */
function OrderNote({ title, order, tone, children }: OrderNoteProps) {
  return (
    <>
      <h1>{title}</h1>
      <div className="card form">
        <p className="total">
          <span>
            {order.product}, <Exact value={order.quantity} /> pieces
          </span>
          <b>
            <Money dollars={order.totalPrice} />
          </b>
        </p>
        <Alert tone={tone}>
          <p>{children}</p>
        </Alert>
        <BackToOrders order={order._id} isPaid={order.paid} />
      </div>
    </>
  );
}
