import { Printer, Trash2, TriangleAlert, Truck, Undo2 } from 'lucide-react';
import type { Order } from '../../../api/contract/generated-types';
import { orderName } from '../../../lib/orders';
import { paths } from '../../../lib/paths';
import { Button } from '../../../ui/controls/button';
import { Link } from '../../../ui/controls/link';
import { RowMenu } from '../../../ui/controls/row-menu';
import { Tick } from '../../../ui/controls/tick';
import { Badge } from '../../../ui/data/badge';
import { EmailText, UnusualLetters } from '../../../ui/data/email';
import { Count, Exact, Money } from '../../../ui/data/exact';
import { PaidBadge, ShippingBadge } from '../../../ui/data/order-badges';
import { type Column, DataTable } from '../../../ui/lists/data-table';
import { canDelete, canRefund, canShip, canTrack } from './order-rules';
import { linkToDocuments } from './shipping-documents';
import type { OrderActions } from './use-order-actions';

interface AllOrdersTableProps {
  orders: Order[];
  actions: OrderActions;
  ticked: ReadonlySet<string>;
  onTick: (ids: string[], on: boolean) => void;
  /** The id of the order that is open next to the list. */
  opened: string;
  /** Opens an order there; returns whether there is room for it. */
  onOpen: (order: Order) => boolean;
  /** A note about a refunded order's money, if known. */
  moneyOf: (order: Order) => string | undefined;
}

/** Distinguishes orders of the same part. */
const nameOf = (order: Order) => `${order.product}, order ${orderName(order)}`;

export function AllOrdersTable(props: AllOrdersTableProps) {
  const { orders, actions, ticked, onTick, opened, onOpen, moneyOf } = props;
  const ids = orders.map(({ _id }) => _id);
  const chosen = ids.filter((id) => ticked.has(id)).length;
  const columns: Column<Order>[] = [
    {
      label: 'Select',
      kind: 'pick',
      head: (
        <Tick
          label="Select all that are shown"
          isHead
          checked={chosen === ids.length}
          mixed={chosen > 0 && chosen < ids.length}
          onChange={(on) => {
            onTick(ids, on);
          }}
        />
      ),
      cell: (order) => (
        <Tick
          label={`Select ${nameOf(order)}`}
          checked={ticked.has(order._id)}
          onChange={(on) => {
            onTick([order._id], on);
          }}
        />
      ),
    },
    {
      label: 'Product and id',
      kind: 'lead',
      cell: (order) => (
        <>
          <Link
            className="plain-link truncated"
            to={paths.order(order._id)}
            aria-label={nameOf(order)}
            aria-current={order._id === opened || undefined}
            onClick={(event) => {
              const plain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey);
              if (plain && onOpen(order)) event.preventDefault();
            }}
          >
            {order.product}
          </Link>
          <span className="id truncated">
            {order.number !== undefined && (
              <b>
                <Exact value={order.number} />{' '}
              </b>
            )}
            <span>{order._id}</span>
          </span>
        </>
      ),
    },
    {
      label: 'Name and email',
      kind: 'person',
      cell: (order) => (
        <div>
          <span className="truncated">{order.name}</span>
          <span className="id truncated">
            <EmailText>{order.email}</EmailText>
          </span>
          <UnusualLetters address={order.email} />
        </div>
      ),
    },
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
      cell: (order) => (
        <div className="states">
          <PaidBadge order={order} />
          {(order.state !== 'refunded' || order.status === 'shipped') && (
            <ShippingBadge status={order.status} />
          )}
          <OrderWarnings order={order} />
          {order.state === 'refunded' && <span className="id">{moneyOf(order)}</span>}
        </div>
      ),
    },
    {
      label: 'Actions',
      kind: 'actions',
      quiet: true,
      cell: (order) => <Actions order={order} actions={actions} />,
    },
  ];
  return (
    <DataTable
      label="All orders"
      density="dense"
      columns={columns}
      rows={orders}
      keyOf={(order) => order._id}
      opened={opened}
    />
  );
}

interface ActionsProps {
  order: Order;
  actions: OrderActions;
}

/** An order's main action in its row, and the other available ones behind "⋯". */
function Actions({ order, actions }: ActionsProps) {
  const name = nameOf(order);
  const busy = actions.busy.has(order._id);
  const shipFirst = canShip(order) && order.paid && order.withdrawnAt === undefined;
  const menu = (canShip(order) && !shipFirst) || canRefund(order) || canTrack(order);
  if (!shipFirst && !canDelete(order) && !menu) return null;
  return (
    <div className="actions">
      {shipFirst && (
        <Button
          size="small"
          icon={<Truck className="icon" />}
          busy={actions.shipping.has(order._id)}
          disabled={busy}
          onClick={() => {
            actions.ship(order);
          }}
        >
          <span className="button-label">ship</span> <span className="sr-only">{name}</span>
        </Button>
      )}
      {canDelete(order) && (
        <Button
          look="danger-outline"
          size="small"
          icon={<Trash2 className="icon" />}
          busy={actions.deleting.has(order._id)}
          disabled={busy}
          onClick={() => {
            actions.remove(order);
          }}
        >
          <span className="button-label">Delete</span> <span className="sr-only">{name}</span>
        </Button>
      )}
      {menu && (
        <RowMenu name={name}>
          {canShip(order) && !shipFirst && (
            <button
              type="button"
              disabled={busy}
              onClick={() => {
                actions.ship(order);
              }}
            >
              <Truck className="icon" />
              ship
            </button>
          )}
          {canTrack(order) && (
            <button
              type="button"
              onClick={() => {
                actions.ship(order);
              }}
            >
              <Truck className="icon" />
              Tracking
            </button>
          )}
          {canRefund(order) && (
            <button
              type="button"
              disabled={busy}
              onClick={() => {
                actions.refund(order);
              }}
            >
              <Undo2 className="icon" />
              Refund
            </button>
          )}
          {order.paid && (
            <Link to={linkToDocuments('slips', [order._id])}>
              <Printer className="icon" />
              Packing slip
            </Link>
          )}
        </RowMenu>
      )}
    </div>
  );
}

const DISPUTES: Record<NonNullable<Order['dispute']>, string> = {
  inquiry: 'bank inquiry',
  open: 'disputed',
  won: 'dispute won',
  lost: 'dispute lost',
};

/** Reasons to check an order before shipping it: a withdrawal, a dispute or a partial refund. */
export function OrderWarnings({ order }: { order: Order }) {
  const { dispute, refundedAmount, state, status, withdrawnAt } = order;
  return (
    <>
      {withdrawnAt !== undefined && status === 'pending' && state !== 'refunded' && (
        <Badge tone="warning" icon={TriangleAlert}>
          withdrawn
        </Badge>
      )}
      {dispute && (
        <Badge tone={dispute === 'won' ? 'info' : 'warning'} icon={TriangleAlert}>
          {DISPUTES[dispute]}
        </Badge>
      )}
      {state !== 'refunded' && refundedAmount !== undefined && (
        <span className="id">
          <Money dollars={refundedAmount} /> refunded
        </span>
      )}
    </>
  );
}
