import { Hourglass, Trash2 } from 'lucide-react';
import type { Order } from '../../../api/contract/generated-types';
import { needsPayment, orderName } from '../../../lib/orders';
import { paths } from '../../../lib/paths';
import { useOwnOrders } from '../../../lib/session/own-orders';
import { Button } from '../../../ui/controls/button';
import { Link } from '../../../ui/controls/link';
import { Badge } from '../../../ui/data/badge';
import { Count, Exact, Money } from '../../../ui/data/exact';
import { Moment } from '../../../ui/data/moment';
import { PaidBadge, ShippingBadge } from '../../../ui/data/order-badges';
import { type Column, DataTable } from '../../../ui/lists/data-table';
import { orderNote } from '../order-words';
import { isBeingPaid } from './orders-summary';

interface OrdersTableProps {
  orders: Order[];
  onDelete: (order: Order) => void;
}

export function OrdersTable({ orders, onDelete }: OrdersTableProps) {
  const columns: Column<Order>[] = [
    { label: '#', kind: 'index', cell: (_, position) => <Count of={position + 1} /> },
    { label: 'Product', kind: 'lead', cell: (order) => <Product order={order} /> },
    { label: 'Quantity', kind: 'number', cell: (order) => <Count of={order.quantity} /> },
    {
      label: 'Total Price',
      kind: 'number',
      cell: (order) => (
        <b>
          <Money dollars={order.totalPrice} />
        </b>
      ),
    },
    {
      label: 'Status',
      kind: 'actions',
      cell: (order, position) => (
        <OrderStatus
          order={order}
          number={position + 1}
          underWay={isBeingPaid(order)}
          onDelete={() => {
            onDelete(order);
          }}
        />
      ),
    },
  ];
  return (
    <DataTable label="My Orders" columns={columns} rows={orders} keyOf={(order) => order._id} />
  );
}

/** The product as a link to the order, with the order's name and date below it. */
function Product({ order }: { order: Order }) {
  const own = useOwnOrders();
  return (
    <>
      <Link
        className="plain-link"
        to={own.order(order._id)}
        aria-label={`${order.product}, order ${orderName(order)}`}
      >
        {order.product}
      </Link>
      <span className="id">
        {order.number !== undefined && (
          <>
            <Exact value={order.number} />,{' '}
          </>
        )}
        <Moment at={order.placedAt} />
      </span>
    </>
  );
}

interface OrderStatusProps {
  order: Order;
  /** Its position in the list, to distinguish orders of the same part. */
  number: number;
  /** The card was accepted, but the shop has not registered the payment yet. */
  underWay: boolean;
  onDelete: () => void;
}

/**
 * Pending: a text and a link to details. Paid: the transaction id. Unpaid: the available actions.
 */
function OrderStatus({ order, number, underWay, onDelete }: OrderStatusProps) {
  const shipped = order.status === 'shipped';
  return (
    <>
      <div className="actions">
        {underWay ? (
          <Badge tone="info" icon={Hourglass}>
            processing
          </Badge>
        ) : (
          <PaidBadge order={order} />
        )}
        {shipped && <ShippingBadge status="shipped" />}
        {/* Only that page asks the provider, and reports if the bank declines after all. */}
        {underWay && (
          <Link className="btn btn-sm" to={paths.payment(order._id)}>
            See your payment{' '}
            <span className="sr-only">
              for {order.product}, order <Exact value={number} />
            </span>
          </Link>
        )}
        {needsPayment(order) && !underWay && (
          <>
            <Link className="btn btn-primary btn-sm" to={paths.payment(order._id)}>
              pay{' '}
              <span className="sr-only">
                for {order.product}, order <Exact value={number} />
              </span>
            </Link>
            {!shipped && (
              <Button
                look="danger-outline"
                size="small"
                icon={<Trash2 className="icon" />}
                onClick={onDelete}
              >
                Delete{' '}
                <span className="sr-only">
                  {order.product}, order <Exact value={number} />
                </span>
              </Button>
            )}
          </>
        )}
      </div>
      {underWay ? (
        <span className="id">
          Your card was accepted. We are waiting for the payment provider; this list refreshes
          automatically.
        </span>
      ) : (
        <Note order={order} />
      )}
    </>
  );
}

/** Additional notes about an order. */
function Note({ order }: { order: Order }) {
  const words = orderNote(order);
  return words && <span className="id">{words}</span>;
}
