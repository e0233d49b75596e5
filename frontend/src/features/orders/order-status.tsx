import { Trash2 } from 'lucide-react';
import { Link } from 'react-router-dom';
import type { Order } from '../../api/generated';
import { paths } from '../../lib/paths';
import { Button } from '../../ui/button';
import { PaidBadge } from '../../ui/paid-badge';
import { ShippingBadge } from '../../ui/shipping-badge';

interface OrderStatusProps {
  order: Order;
  /** Its place in the list, which tells two orders of the same part apart. */
  number: number;
  onDelete: () => void;
}

/** Paid: with the transaction to show for it. Unpaid: what can be done about that. */
export function OrderStatus({ order, number, onDelete }: OrderStatusProps) {
  const shipped = order.status === 'shipped';
  return (
    <>
      <div className="actions">
        <PaidBadge paid={order.paid} />
        {shipped && <ShippingBadge status="shipped" />}
        {!order.paid && (
          <>
            <Link className="btn btn-primary btn-sm" to={paths.payment(order._id)}>
              pay <span className="sr-only">{`for ${order.product}, order ${number}`}</span>
            </Link>
            {!shipped && (
              <Button
                look="danger-outline"
                size="small"
                icon={<Trash2 className="icon" />}
                onClick={onDelete}
              >
                Delete <span className="sr-only">{`${order.product}, order ${number}`}</span>
              </Button>
            )}
          </>
        )}
      </div>
      {order.paid && <span className="id">Transaction {order.transactionId}</span>}
    </>
  );
}
