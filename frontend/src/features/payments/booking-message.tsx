import { useOwnOrders } from '../../lib/session/own-orders';
import { PAYMENT_COMPLETED } from '../../lib/texts';
import { Link } from '../../ui/controls/link';
import { Alert } from '../../ui/messages/alert';
import { RetryButton } from '../../ui/messages/load-error';
import type { Booking } from './use-booking';

interface BookingMessageProps {
  booking: Booking;
  /** Reports the payment immediately, without waiting for the next retry. */
  onReport: () => void;
}

const WAITING = {
  provider:
    'Your card was accepted. We are waiting for the payment provider; this page refreshes automatically, and the order will show as paid. You do not need to pay again.',
  shop: 'Your card was accepted, but the shop has not answered yet. This page refreshes automatically, and the order will show as paid. You do not need to pay again.',
};

/** The state of the payment, and whether the shop has registered it. */
export function BookingMessage({ booking, onReport }: BookingMessageProps) {
  switch (booking.state) {
    case 'idle':
    case 'declined':
      return null;
    case 'refused':
      return (
        <Alert tone="danger">
          <p>
            {booking.accepted.taken
              ? 'The payment went through, but the shop could not accept it: '
              : 'The shop could not accept this payment: '}
            {booking.why}
          </p>
        </Alert>
      );
    case 'interrupted':
      // The guard is about to redirect to the sign-in.
      return booking.accepted.taken ? <Completed /> : null;
    case 'booked':
      return <Completed />;
    case 'reporting':
    case 'waiting': {
      const { accepted, tries, waitsFor, state } = booking;
      return (
        <>
          {accepted.taken && <Completed />}
          {(tries > 0 || !accepted.taken) && (
            <Alert tone="warning">
              <p>{WAITING[waitsFor]}</p>
              <RetryButton size="small" retrying={state === 'reporting'} onRetry={onReport} />
            </Alert>
          )}
        </>
      );
    }
  }
}

function Completed() {
  return (
    <Alert tone="positive">
      <p className="toned">{PAYMENT_COMPLETED}</p>
    </Alert>
  );
}

interface BackToOrdersProps {
  order: string;
  /** The order page is then more useful, and prints the receipt. */
  isPaid: boolean;
}

/** The link back when nothing is left to pay. */
export function BackToOrders({ order, isPaid }: BackToOrdersProps) {
  const own = useOwnOrders(order);
  const isOnlyOne = own.all === own.order(order);
  return (
    <div className="next-steps">
      {isPaid && (
        <Link className="btn btn-primary btn-block" to={own.order(order)}>
          Order and receipt
        </Link>
      )}
      {!(isPaid && isOnlyOne) && (
        <Link className={`btn btn-block ${isPaid ? '' : 'btn-primary'}`} to={own.all}>
          {isOnlyOne ? 'Back to your order' : 'Back to your orders'}
        </Link>
      )}
    </div>
  );
}
