import { Trash2, Truck } from 'lucide-react';
import type { Order } from '../../api/generated';
import { formatDollars } from '../../lib/money';
import { Button } from '../../ui/button';
import { DataTable, type Column } from '../../ui/data-table';
import { PaidBadge } from '../../ui/paid-badge';
import { ShippingBadge } from '../../ui/shipping-badge';

interface AllOrdersTableProps {
  orders: Order[];
  /** The orders that something is being done to. */
  busy: ReadonlySet<string>;
  onShip: (order: Order) => void;
  onDelete: (order: Order) => void;
}

export function AllOrdersTable({ orders, busy, onShip, onDelete }: AllOrdersTableProps) {
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
      cell: (order) => (
        <span>
          {order.name}
          <span className="id">{order.email}</span>
        </span>
      ),
    },
    { label: 'Quantity', kind: 'number', cell: (order) => order.quantity },
    {
      label: 'Total Price',
      kind: 'number',
      cell: (order) => <b>{formatDollars(order.totalPrice)}</b>,
    },
    {
      label: 'Status',
      cell: (order) => (
        <div className="actions">
          <PaidBadge paid={order.paid} />
          <ShippingBadge status={order.status} />
        </div>
      ),
    },
    {
      label: 'Actions',
      kind: 'actions',
      quiet: true,
      cell: (order) =>
        order.status === 'pending' && (
          <div className="actions">
            <Button
              size="small"
              icon={<Truck className="icon" />}
              busy={busy.has(order._id)}
              onClick={() => {
                onShip(order);
              }}
            >
              ship<span className="sr-only"> {order.product}</span>
            </Button>
            {!order.paid && (
              <Button
                look="danger-outline"
                size="small"
                icon={<Trash2 className="icon" />}
                busy={busy.has(order._id)}
                onClick={() => {
                  onDelete(order);
                }}
              >
                Delete<span className="sr-only"> {order.product}</span>
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
