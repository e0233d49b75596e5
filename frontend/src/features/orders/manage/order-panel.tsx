import { FileText, Printer, Trash2, Truck, Undo2, X } from 'lucide-react';
import type { Order } from '../../../api/contract/generated-types';
import { shopApi } from '../../../api/index';
import { sentenceFor } from '../../../api/contract/problem';
import { orderName, wasPaid } from '../../../lib/orders';
import { paths } from '../../../lib/paths';
import { Button } from '../../../ui/controls/button';
import { CopyButton } from '../../../ui/controls/copy-button';
import { Link } from '../../../ui/controls/link';
import { EmailText, UnusualLetters } from '../../../ui/data/email';
import { Exact, Money } from '../../../ui/data/exact';
import { PaidBadge, ShippingBadge } from '../../../ui/data/order-badges';
import { LoadError } from '../../../ui/messages/load-error';
import { Loading } from '../../../ui/messages/loading';
import { notify } from '../../../ui/messages/notify';
import { Journey } from '../order/journey';
import { Recipient, Tracking } from '../order/order-facts';
import { OrderLines } from '../order/order-lines';
import { OrderWarnings } from './all-orders-table';
import { ManagedRefunds } from './managed-refunds';
import { OrderHistory } from './order-history';
import { canDelete, canRefund, canShip, canTrack } from './order-rules';
import { linkToDocuments } from './shipping-documents';
import type { OrderActions } from './use-order-actions';

interface OrderPanelProps {
  id: string;
  actions: OrderActions;
  onClose: () => void;
}

/** An order next to the list it was opened from. */
export function OrderPanel({ id, actions, onClose }: OrderPanelProps) {
  const { currentData: order, error, isFetching, refetch } = shopApi.useGetOrderQuery({ id });
  return (
    <aside className="order-panel" aria-label="Opened order">
      <Button
        size="small"
        className="btn-square close"
        aria-label="Close the order"
        icon={<X className="icon" />}
        onClick={onClose}
      />
      {order !== undefined && <OpenedOrder order={order} actions={actions} />}
      {order === undefined && (error === undefined || isFetching) && (
        <Loading>Loading the order</Loading>
      )}
      {order === undefined && error !== undefined && !isFetching && (
        <LoadError title="The order did not load" onRetry={() => void refetch()}>
          {sentenceFor(error)}
        </LoadError>
      )}
    </aside>
  );
}

function OpenedOrder({ order, actions }: { order: Order; actions: OrderActions }) {
  const name = orderName(order);
  return (
    <>
      <h2 className="with-copy">
        <Link className="plain-link" to={paths.order(order._id)}>
          <Exact value={name} />
        </Link>
        <CopyButton text={name} what="order number" />
      </h2>
      <Journey order={order} />
      <OrderActionButtons order={order} actions={actions} />
      <div className="order-side">
        <Tracking order={order} />
        <Recipient order={order} />
        <Customer order={order} />
        <OrderMoney order={order} />
        <ManagedRefunds order={order} />
      </div>
      <OrderLines order={order} />
      <OrderHistory id={order._id} />
      <p className="id">{order._id}</p>
    </>
  );
}

/** All actions that the order's state permits. */
export function OrderActionButtons({ order, actions }: { order: Order; actions: OrderActions }) {
  const busy = actions.busy.has(order._id);
  return (
    <div className="actions no-print">
      {canShip(order) && (
        <Button
          look={order.paid ? 'primary' : 'plain'}
          icon={<Truck className="icon" />}
          busy={actions.shipping.has(order._id)}
          disabled={busy}
          onClick={() => {
            actions.ship(order);
          }}
        >
          ship
        </Button>
      )}
      {canTrack(order) && (
        <Button
          icon={<Truck className="icon" />}
          onClick={() => {
            actions.ship(order);
          }}
        >
          Tracking
        </Button>
      )}
      {order.paid && (
        <Link className="btn" to={linkToDocuments('slips', [order._id])}>
          <Printer className="icon" />
          Packing slip
        </Link>
      )}
      {wasPaid(order) && (
        <Link className="btn" to={paths.documents(order._id)}>
          <FileText className="icon" />
          Invoice
        </Link>
      )}
      {canRefund(order) && (
        <Button
          icon={<Undo2 className="icon" />}
          disabled={busy}
          onClick={() => {
            actions.refund(order);
          }}
        >
          Refund
        </Button>
      )}
      {canDelete(order) && (
        <Button
          look="danger-outline"
          icon={<Trash2 className="icon" />}
          busy={actions.deleting.has(order._id)}
          disabled={busy}
          onClick={() => {
            actions.remove(order);
          }}
        >
          Delete
        </Button>
      )}
    </div>
  );
}

/** The customer's email address, to write to them about the order. */
export function Customer({ order: { _id, email } }: { order: Order }) {
  const [revoke, { isLoading }] = shopApi.useRevokeOrderLinksMutation();
  const revokeLinks = async () => {
    if (!window.confirm('Revoke the links in the emails about this order?')) return;
    const { data, error } = await revoke({ id: _id });
    if (data === undefined) notify.error(sentenceFor(error));
    else if (data.deletedCount > 0) notify.success('The links no longer work');
    else notify.info('No email about this order has a working link');
  };
  return (
    <section aria-labelledby="order-customer">
      <h2 id="order-customer">Customer</h2>
      <p className="with-copy">
        <EmailText>{email}</EmailText>
        <CopyButton text={email} what="email" />
      </p>
      <UnusualLetters address={email} />
      <Button size="small" busy={isLoading} onClick={() => void revokeLinks()}>
        Revoke emailed links
      </Button>
    </section>
  );
}

/** The state of the order's payment, for the shop. */
export function OrderMoney({ order }: { order: Order }) {
  return (
    <section aria-labelledby="order-money">
      <h2 id="order-money">Money</h2>
      <p className="order-state">
        <b>
          <Money dollars={order.totalPrice} />
        </b>
        <PaidBadge order={order} />
        {order.status === 'shipped' && <ShippingBadge status="shipped" />}
        <OrderWarnings order={order} />
      </p>
      {order.transactionId !== undefined && (
        <p className="with-copy">
          <span className="order-ref">{order.transactionId}</span>
          <CopyButton text={order.transactionId} what="transaction" />
        </p>
      )}
    </section>
  );
}
