import { PAYMENT_COMPLETED } from '../../lib/texts';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import type { Booking } from './use-booking';

interface BookingNewsProps {
  booking: Booking;
  onTell: (transactionId: string, tries: number) => void;
}

/** What became of the money, and whether the shop knows. */
export function BookingNews({ booking, onTell }: BookingNewsProps) {
  if (booking.state === 'idle') return null;
  if (booking.state === 'refused') {
    return (
      <Alert tone="danger">
        <p>The payment went through, but the shop could not take it: {booking.why}</p>
      </Alert>
    );
  }
  const late = booking.state === 'waiting' || (booking.state === 'telling' && booking.tries > 0);
  return (
    <>
      <Alert tone="positive">
        <p className="text-success">{PAYMENT_COMPLETED}</p>
      </Alert>
      {late && (
        <Alert tone="warning">
          <p>
            Your money has arrived, but the shop did not answer yet. We keep telling it, and the
            order will show as paid. You do not need to pay again.
          </p>
          <Button
            busy={booking.state === 'telling'}
            onClick={() => {
              onTell(booking.transactionId, booking.tries);
            }}
          >
            Try again
          </Button>
        </Alert>
      )}
    </>
  );
}
