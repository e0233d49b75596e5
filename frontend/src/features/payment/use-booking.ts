import { useState } from 'react';
import { shopApi } from '../../api/index';
import { toasts } from '../../lib/texts';
import { notify } from '../../ui/notify';

/** Tells the shop about a payment that succeeded; can be repeated without paying again. */
export function useBooking(orderId: string) {
  const [confirmBooking, { isLoading }] = shopApi.useConfirmBookingMutation();
  /** The payment of this order, once the provider has taken it. */
  const [transactionId, setTransactionId] = useState<string | null>(null);
  const [booked, setBooked] = useState(false);

  const book = async (payment: string) => {
    setTransactionId(payment);
    const answer = await confirmBooking({
      id: orderId,
      bookingRequest: { booking: orderId, transactionId: payment },
    });
    if (answer.error) return;
    setBooked(true);
    notify.success(toasts.paymentSuccessful);
  };

  return { book, booking: isLoading, booked, transactionId };
}
