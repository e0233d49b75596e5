import type { ReactNode } from 'react';
import type { Order } from '../../api/generated-types';
import { formatDollars } from '../../lib/money';
import { Alert } from '../../ui/alert';
import { BackToOrders } from './back-to-orders';

interface OrderNoteProps {
  title: string;
  order: Order;
  tone: 'positive' | 'info' | 'warning';
  children: ReactNode;
}

/** An order that cannot be paid here: why, which one it is, and where to go next. */
export function OrderNote({ title, order, tone, children }: OrderNoteProps) {
  return (
    <>
      <h1>{title}</h1>
      <div className="card form">
        <p className="total">
          <span>
            {order.product}, {order.quantity} pieces
          </span>
          <b>{formatDollars(order.totalPrice)}</b>
        </p>
        <Alert tone={tone}>
          <p>{children}</p>
        </Alert>
        <BackToOrders />
      </div>
    </>
  );
}
