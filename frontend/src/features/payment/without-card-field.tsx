import { useEffect, useState } from 'react';
import { paymentUnderWay } from '../../lib/payments-under-way';
import { Failed } from '../../ui/failed';
import { BackToOrders } from './back-to-orders';
import { BookingNews } from './booking-news';
import { useBooking } from './use-booking';

interface WithoutCardFieldProps {
  orderId: string;
  onRetry: () => void;
  /** The shop is being told about a payment of before. */
  onCharged: (charged: boolean) => void;
}

/** Without the provider's library nobody can ask it how a payment stands. */
const unknown = () => Promise.resolve(false);

/** The provider's library did not load. A payment that is under way needs none: the shop is told of it. */
export function WithoutCardField({ orderId, onRetry, onCharged }: WithoutCardFieldProps) {
  const [remembered] = useState(() => paymentUnderWay(orderId));
  const { booking, tell } = useBooking(orderId, unknown);
  const { state } = booking;
  const isOpen = state !== 'booked' && state !== 'refused';

  useEffect(() => {
    if (state !== 'idle' || remembered === null) return;
    onCharged(true);
    void tell({ transactionId: remembered, taken: false });
  }, [state, remembered, onCharged, tell]);

  return (
    <>
      <BookingNews
        booking={booking}
        onTell={() => {
          if (state === 'waiting') void tell(booking.accepted, booking.tries, booking.waitsFor);
        }}
      />
      {isOpen && (
        <Failed title="The card field did not load" onRetry={onRetry}>
          {remembered === null
            ? 'The payment provider did not answer. Nothing was charged.'
            : 'The payment provider did not answer. A payment of this order is under way.'}
        </Failed>
      )}
      {state !== 'idle' && <BackToOrders />}
    </>
  );
}
