import { Trash2, TriangleAlert, Truck, Undo2 } from 'lucide-react';
import type { Order } from '../../../api/generated-types';
import { formatDateTime } from '../../../lib/date-time';
import { formatCount, formatDollars } from '../../../lib/format';
import { wantsMoney } from '../../../lib/orders';
import { Button } from '../../../ui/controls/button';
import { Badge } from '../../../ui/data/badge';
import { PaidBadge, ShippingBadge } from '../../../ui/data/order-badges';
import { EmailText, UnusualLetters } from '../../../ui/data/email';
import { type Column, DataTable } from '../../../ui/lists/data-table';

interface AllOrdersTableProps {
  orders: Order[];
  /** The orders that something is being done to. */
  busy: ReadonlySet<string>;
  /** What to say of the money of an order that was refunded, where it is known. */
  moneyOf: (order: Order) => string | undefined;
  onShip: (order: Order) => void;
  onDelete: (order: Order) => void;
  onRefund: (order: Order) => void;
}

/** What tells an order from another of the same part: the end of its id, which the row shows. */
const nameOf = ({ product, _id }: Order) => `${product}, order ${_id.slice(-6)}`;

export function AllOrdersTable(props: AllOrdersTableProps) {
  const { orders, busy, moneyOf, onShip, onDelete, onRefund } = props;
  const columns: Column<Order>[] = [
    {
      label: 'Product and id',
      kind: 'lead',
      cell: (order) => (
        <>
          <b>{order.product}</b>
          <span className="id">{order._id}</span>
        </>
      ),
    },
    {
      label: 'Name and email',
      kind: 'person',
      cell: (order) => (
        <div>
          {order.name}
          <span className="id">
            <EmailText>{order.email}</EmailText>
          </span>
          <UnusualLetters address={order.email} />
          <OrderDelivery order={order} name={nameOf(order)} />
        </div>
      ),
    },
    { label: 'Quantity', kind: 'number', cell: (order) => formatCount(order.quantity) },
    {
      label: 'Total Price',
      kind: 'number',
      cell: (order) => <b>{formatDollars(order.totalPrice)}</b>,
    },
    {
      label: 'Status',
      cell: (order) => (
        <div className="actions">
          <PaidBadge order={order} />
          {(order.state !== 'refunded' || order.status === 'shipped') && (
            <ShippingBadge status={order.status} />
          )}
          <MoneyNote order={order} />
          {order.state === 'refunded' && <span className="id">{moneyOf(order)}</span>}
        </div>
      ),
    },
    {
      label: 'Actions',
      kind: 'actions',
      quiet: true,
      cell: (order) =>
        (order.status === 'pending' || order.paid) &&
        order.state !== 'refunded' && (
          <div className="actions">
            {order.status === 'pending' && order.dispute !== 'lost' && (
              <Button
                size="small"
                icon={<Truck className="icon" />}
                busy={busy.has(order._id)}
                onClick={() => {
                  onShip(order);
                }}
              >
                ship <span className="sr-only">{nameOf(order)}</span>
              </Button>
            )}
            {/* While the bank decides, the money is not the shop's to give. */}
            {order.paid && order.dispute !== 'open' && (
              <Button
                size="small"
                icon={<Undo2 className="icon" />}
                busy={busy.has(order._id)}
                onClick={() => {
                  onRefund(order);
                }}
              >
                Refund <span className="sr-only">{nameOf(order)}</span>
              </Button>
            )}
            {wantsMoney(order) && (
              <Button
                look="danger-outline"
                size="small"
                icon={<Trash2 className="icon" />}
                busy={busy.has(order._id)}
                onClick={() => {
                  onDelete(order);
                }}
              >
                Delete <span className="sr-only">{nameOf(order)}</span>
              </Button>
            )}
          </div>
        ),
    },
  ];
  return (
    <DataTable label="All orders" columns={columns} rows={orders} keyOf={(order) => order._id} />
  );
}

const DISPUTES: Record<NonNullable<Order['dispute']>, string> = {
  inquiry: 'bank asks',
  open: 'disputed',
  won: 'dispute won',
  lost: 'dispute lost',
};

/** What went back of an order's money without the shop. */
function MoneyNote({ order }: { order: Order }) {
  const { dispute, refundedAmount, state } = order;
  return (
    <>
      {dispute && (
        <Badge tone={dispute === 'won' ? 'info' : 'warning'} icon={TriangleAlert}>
          {DISPUTES[dispute]}
        </Badge>
      )}
      {state !== 'refunded' && refundedAmount !== undefined && (
        <span className="id">{formatDollars(refundedAmount)} refunded</span>
      )}
    </>
  );
}

interface OrderDeliveryProps {
  order: Order;
  /** What tells it from other orders, for screen readers. */
  name: string;
}

/** What is needed to send an order: opened where it is wanted, so that the list stays short. */
function OrderDelivery({ order, name }: OrderDeliveryProps) {
  return (
    <details className="delivery">
      <summary>
        Delivery <span className="sr-only">of {name}</span>
      </summary>
      <dl>
        <dt>Address</dt>
        <dd className="whitespace-pre-line">{order.address}</dd>
        <dt>Phone</dt>
        <dd>{order.phone}</dd>
        <dt>Ordered</dt>
        <dd>
          <time dateTime={order.placedAt}>{formatDateTime(order.placedAt)}</time>
        </dd>
      </dl>
    </details>
  );
}
