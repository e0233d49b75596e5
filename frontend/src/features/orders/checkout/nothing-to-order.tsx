import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { Order } from '../../../api/contract/generated-types';
import { shopApi } from '../../../api/index';
import { sentenceFor } from '../../../api/contract/problem';
import { formatDollars } from '../../../lib/format';
import { orderName } from '../../../lib/orders';
import { paths } from '../../../lib/paths';
import { useOwnOrders } from '../../../lib/session/own-orders';
import { Button } from '../../../ui/controls/button';
import { useDialogFor } from '../../../ui/controls/confirm-dialog';
import { Link } from '../../../ui/controls/link';
import { Moment } from '../../../ui/data/moment';
import { EmptyState } from '../../../ui/messages/empty-state';
import { LoadError } from '../../../ui/messages/load-error';
import { Loading } from '../../../ui/messages/loading';
import { DeleteOrderDialog } from '../my-orders/delete-order-dialog';
import { isBeingPaid } from '../my-orders/orders-summary';
import { useCustomer } from './customer';

/**
 * Shown instead of the form while the cart is empty. Ordering has emptied it, so customers who
 * return from an unpaid payment find their reserved order here.
 */
export function NothingToOrder() {
  const { email } = useCustomer();
  const orders = shopApi.useListOrdersOfQuery(
    { key: email, limit: 5 },
    { skip: email === '', refetchOnMountOrArgChange: true },
  );
  const unknown = orders.currentData === undefined;
  const open = orders.currentData?.find((order) => order.state === 'held' && !isBeingPaid(order));
  return (
    <div className={open === undefined ? 'page section' : 'page checkout'}>
      <title>Checkout | Autoparts</title>
      {open !== undefined ? (
        <OpenOrder order={open} />
      ) : unknown && orders.isFetching ? (
        <Loading>Looking for your order</Loading>
      ) : unknown && orders.isError ? (
        <LoadError level={1} title="Your orders did not load" onRetry={() => void orders.refetch()}>
          {sentenceFor(orders.error)}
        </LoadError>
      ) : (
        <EmptyCart />
      )}
    </div>
  );
}

function OpenOrder({ order }: { order: Order }) {
  const own = useOwnOrders();
  const heading = useRef<HTMLHeadingElement>(null);
  const toDelete = useDialogFor<Order>(heading);
  return (
    <section className="card placed" aria-labelledby="open-order">
      <h1 id="open-order" ref={heading} tabIndex={-1}>
        Your order is not paid yet
      </h1>
      <p className="number">
        <span>Order</span> <b translate="no">{orderName(order)}</b>
      </p>
      {order.heldUntil !== undefined && (
        <p className="hint">
          Reserved for you until <Moment at={order.heldUntil} />.
        </p>
      )}
      <p className="total">
        <span>Total</span>
        <b translate="no">{formatDollars(order.totalPrice)}</b>
      </p>
      <Link className="btn btn-primary btn-lg btn-block" to={paths.payment(order._id)}>
        Pay
      </Link>
      <div className="next-steps">
        <Link className="btn" to={own.order(order._id)}>
          See your order
        </Link>
        <Button
          look="danger-outline"
          icon={<Trash2 className="icon" />}
          onClick={() => {
            toDelete.open(order);
          }}
        >
          Delete
        </Button>
        <Link className="btn" to={paths.shop}>
          Browse parts
        </Link>
      </div>
      {toDelete.row && <DeleteOrderDialog order={toDelete.row} onClose={toDelete.close} />}
    </section>
  );
}

function EmptyCart() {
  return (
    <EmptyState
      drawing="empty"
      level={1}
      title="Your cart is empty"
      action={
        <Link className="btn btn-primary" to={paths.shop}>
          Browse parts
        </Link>
      }
    >
      There is nothing to order yet.
    </EmptyState>
  );
}
