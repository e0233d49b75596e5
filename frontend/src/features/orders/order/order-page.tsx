import { FileText, Hourglass, Printer, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { useSelector } from 'react-redux';
import { useNavigate, useParams } from 'react-router-dom';
import type { Order } from '../../../api/contract/generated-types';
import { shopApi } from '../../../api/index';
import { codeOf, isApiError, sentenceFor } from '../../../api/contract/problem';
import { useEndedSession } from '../../../api/session/session-hooks';
import { formatDate } from '../../../lib/date-time';
import { needsPayment, orderName, wasPaid } from '../../../lib/orders';
import { paths } from '../../../lib/paths';
import { seller, sellerLine } from '../../../lib/seller';
import { useOwnOrders } from '../../../lib/session/own-orders';
import { isLinked, orderClosed } from '../../../lib/session/order-links';
import { selectGuest, selectMember, selectPerson } from '../../../lib/session/session-slice';
import { useMediaQuery } from '../../../lib/use-media-query';
import { Button } from '../../../ui/controls/button';
import { useDialogFor } from '../../../ui/controls/confirm-dialog';
import { Link } from '../../../ui/controls/link';
import { Badge } from '../../../ui/data/badge';
import { Exact } from '../../../ui/data/exact';
import { Moment } from '../../../ui/data/moment';
import { PaidBadge, ShippingBadge } from '../../../ui/data/order-badges';
import { DashboardHeading } from '../../../ui/layout/dashboard-heading';
import { EmptyState } from '../../../ui/messages/empty-state';
import { LoadError, useAutoRetry } from '../../../ui/messages/load-error';
import { DeleteOrderDialog } from '../my-orders/delete-order-dialog';
import { isBeingPaid } from '../my-orders/orders-summary';
import { Journey } from './journey';
import { OrderAgain } from './order-again';
import { Payment, Recipient, Tracking } from './order-facts';
import { OrderRefunds } from '../order-refunds';
import { OrderLines } from './order-lines';
import { RevokeLinks } from './revoke-links';

/** Admin actions, loaded for admins only. */
const ManagedOrder = lazy(async () => ({
  default: (await import('../manage/managed-order')).ManagedOrder,
}));

const PHONE = '(max-width: 40em)';

export interface OrderPageProps {
  /** The section with an order's returns. `isOwn` is false if an admin views a customer's order. */
  returnsOf?: (order: Order, isOwn: boolean) => ReactNode;
}

/** An order: its progress, its details and its receipt. */
export function OrderPage({ returnsOf }: OrderPageProps) {
  const { id = '' } = useParams();
  const {
    currentData: order,
    error,
    isFetching,
    refetch,
  } = shopApi.useGetOrderQuery({ id }, { refetchOnMountOrArgChange: true });
  useEndedSession(error, [401]);
  useAutoRetry(order !== undefined && isBeingPaid(order), refetch);

  const isUnknown = isApiError(error) && [403, 404].includes(error.status as number);
  if (codeOf(error) === 'link_revoked') return <LinkRevoked />;
  if (isUnknown && !isFetching) return <NoSuchOrder />;
  if (order !== undefined) return <OrderDocument order={order} returnsOf={returnsOf} />;
  if (error === undefined || isFetching) return <OrderOutline />;
  return (
    <>
      <title>Order | Autoparts</title>
      <LoadError level={1} title="The order did not load" onRetry={() => void refetch()}>
        {sentenceFor(error)}
      </LoadError>
    </>
  );
}

function OrderDocument({ order, returnsOf }: { order: Order } & OrderPageProps) {
  const person = useSelector(selectPerson);
  const byLink = isLinked(order._id);
  const isOwn = byLink || order.email.toLowerCase() === person?.email.toLowerCase();
  const name = orderName(order);
  const member = useSelector(selectMember);
  const own = useOwnOrders();
  const mayBeAdmin = member !== null && !byLink;
  const { data } = shopApi.useIsAdminQuery({ email: member?.email ?? '' }, { skip: !mayBeAdmin });
  const admin = data?.admin === true;
  // On phones, admins would otherwise scroll past everything to find the recipient.
  const recipientFirst = useMediaQuery(PHONE) && admin && !isOwn;
  return (
    <article className="order-page">
      <title>{`Order ${name} | Autoparts`}</title>
      <p className="print-only seller">{sellerLine(seller)}</p>
      {!byLink && (
        <p className="no-print">
          <Link className="text-link" to={isOwn ? own.all : paths.manageOrders}>
            {isOwn ? 'All your orders' : 'Manage Orders'}
          </Link>
        </p>
      )}
      <header className="order-head">
        <div>
          <h1>
            Order{' '}
            <span className="nowrap">
              <Exact value={name} />
            </span>
          </h1>
          <p className="order-state">
            <Moment at={order.placedAt} day />
            <Badges order={order} />
          </p>
          <p className="print-only">
            {wasPaid(order) ? 'Receipt' : 'Order summary'}. {inPrint(order)}
          </p>
        </div>
        <Actions order={order} isOwn={isOwn} />
      </header>
      {recipientFirst && <Recipient order={order} />}
      <Journey order={order} />
      {admin && (
        <Suspense fallback={null}>
          <ManagedOrder order={order} />
        </Suspense>
      )}
      <div className="order-body">
        <OrderLines order={order} isOwn={isOwn} />
        <div className="order-side">
          <Tracking order={order} />
          {!recipientFirst && <Recipient order={order} />}
          {isOwn && <Payment order={order} />}
          {/* Admins see refunds with their notes, above. */}
          {!admin && <OrderRefunds order={order} />}
        </div>
      </div>
      {returnsOf?.(order, isOwn)}
    </article>
  );
}

/** The payment status on a receipt, in words. */
function inPrint({ paid, paidAt, state }: Order): string {
  if (state === 'refunded') return 'Refunded';
  if (!paid) return 'Not paid';
  return paidAt === undefined ? 'Paid' : `Paid on ${formatDate(paidAt)}`;
}

function Badges({ order }: { order: Order }) {
  return (
    <>
      {isBeingPaid(order) ? (
        <Badge tone="info" icon={Hourglass}>
          processing
        </Badge>
      ) : (
        <PaidBadge order={order} />
      )}
      {order.status === 'shipped' && <ShippingBadge status="shipped" />}
    </>
  );
}

interface ActionsProps {
  order: Order;
  /** Whether the order belongs to the current user; admins also see those of customers. */
  isOwn: boolean;
}

function Actions({ order, isOwn }: ActionsProps) {
  const navigate = useNavigate();
  const own = useOwnOrders();
  const heading = useRef<HTMLElement>(null);
  const byLink = isLinked(order._id);
  const isGuest = useSelector(selectGuest) !== null;
  const toDelete = useDialogFor<Order>(heading);
  const isPaying = isBeingPaid(order);
  const isToPay = isOwn && needsPayment(order) && !isPaying;

  return (
    <div className="actions no-print">
      {isToPay && (
        <Link className="btn btn-primary" to={paths.payment(order._id)}>
          pay
        </Link>
      )}
      {isOwn && isPaying && (
        <Link className="btn" to={paths.payment(order._id)}>
          See your payment
        </Link>
      )}
      {isOwn && <OrderAgain order={order} />}
      <Button
        icon={<Printer className="icon" />}
        onClick={() => {
          window.print();
        }}
      >
        {wasPaid(order) ? 'Print receipt' : 'Print order summary'}
      </Button>
      {isOwn && wasPaid(order) && (
        <Link
          className="btn"
          to={byLink || isGuest ? paths.guestDocuments(order._id) : paths.documents(order._id)}
        >
          <FileText className="icon" />
          Invoice
        </Link>
      )}
      {isToPay && order.status === 'pending' && (
        <Button
          look="danger-outline"
          icon={<Trash2 className="icon" />}
          onClick={() => {
            toDelete.open(order);
          }}
        >
          Delete
        </Button>
      )}
      {(byLink || (isGuest && isOwn)) && <RevokeLinks order={order._id} />}
      {toDelete.row && (
        <DeleteOrderDialog
          order={toDelete.row}
          onClose={(deleted) => {
            toDelete.close(false);
            if (!deleted) return;
            if (byLink) orderClosed(order._id);
            void navigate(byLink ? paths.myOrder : own.all, { replace: true });
          }}
        />
      )}
    </div>
  );
}

function NoSuchOrder() {
  const own = useOwnOrders();
  return (
    <>
      <DashboardHeading title="There is no such order" />
      <EmptyState
        drawing="missing"
        title="Nothing here"
        action={
          <Link className="btn btn-primary" to={own.all}>
            Back to your orders
          </Link>
        }
      >
        It may have been deleted, or it belongs to another account.
      </EmptyState>
    </>
  );
}

/** The link was revoked while its order was open, or before a reload. */
function LinkRevoked() {
  return (
    <>
      <DashboardHeading title="This link has been revoked" />
      <EmptyState
        drawing="missing"
        title="Nothing here"
        action={
          <Link className="btn btn-primary" to={paths.home}>
            Go to the shop
          </Link>
        }
      >
        The links in the emails about this order no longer work.
      </EmptyState>
    </>
  );
}

/** Placeholder of a loading order, with the same size, so that the page does not shift. */
function OrderOutline() {
  return (
    <div className="order-outline">
      <title>Order | Autoparts</title>
      <p role="status">
        <span className="spinner" aria-hidden="true" />
        Loading the order
      </p>
      <span className="skeleton skeleton-title skeleton-long" />
      <span className="skeleton skeleton-line skeleton-medium" />
      <span className="skeleton skeleton-field" />
      <span className="skeleton skeleton-section" />
      <span className="skeleton skeleton-section skeleton-medium" />
    </div>
  );
}
