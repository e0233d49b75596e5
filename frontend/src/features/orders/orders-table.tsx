import type { Order } from '../../api/generated-types';
import { formatCount, formatDollars } from '../../lib/money';
import { DataTable, type Column } from '../../ui/data-table';
import { isBeingPaid } from './being-paid';
import { OrderStatus } from './order-status';

interface OrdersTableProps {
  orders: Order[];
  onDelete: (order: Order) => void;
}

export function OrdersTable({ orders, onDelete }: OrdersTableProps) {
  const columns: Column<Order>[] = [
    { label: '#', kind: 'index', cell: (_, position) => formatCount(position + 1) },
    { label: 'Product', kind: 'lead', cell: (order) => <b>{order.product}</b> },
    { label: 'Quantity', kind: 'number', cell: (order) => formatCount(order.quantity) },
    {
      label: 'Total Price',
      kind: 'number',
      cell: (order) => <b>{formatDollars(order.totalPrice)}</b>,
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
