import { useCallback, useEffect, useState } from 'react';
import { shopApi } from '../../api/index';
import { codeOf, isOutcomeUnknown, sentenceFor } from '../../api/problem';
import { toasts } from '../../lib/texts';
import { notify } from '../../ui/notify';

/** The pauses between tries to tell the shop; the last one is repeated. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** Refusals that may be different in a moment. */
const PASSING = ['rate_limited', 'payment_not_completed'];

export type Booking =
  /** Nothing to tell yet. */
  | { state: 'idle' }
  /** The provider has taken the money, and the shop is being told; how often it was before. */
  | { state: 'telling'; transactionId: string; tries: number }
  /** The shop did not answer; it is told again after a pause. */
  | { state: 'waiting'; transactionId: string; tries: number }
  | { state: 'booked' }
  /** The shop has an answer that will not change. */
  | { state: 'refused'; why: string };

/** Tells the shop about a payment that succeeded, until it has heard. That charges nothing. */
export function useBooking(orderId: string) {
  const [confirmBooking] = shopApi.useConfirmBookingMutation();
  const [booking, setBooking] = useState<Booking>({ state: 'idle' });

  const tell = useCallback(
    async (transactionId: string, tries = 0) => {
      setBooking({ state: 'telling', transactionId, tries });
      const { data, error } = await confirmBooking({
        id: orderId,
        bookingRequest: { booking: orderId, transactionId },
      });
      if (data) {
        setBooking({ state: 'booked' });
        notify.success(toasts.paymentSuccessful);
      } else if (isOutcomeUnknown(error) || PASSING.includes(codeOf(error) ?? '')) {
        setBooking({ state: 'waiting', transactionId, tries: tries + 1 });
      } else {
        setBooking({ state: 'refused', why: sentenceFor(error) });
      }
    },
    [confirmBooking, orderId],
  );

  // Whoever leaves meanwhile need not wait: the provider tells the shop as well.
  useEffect(() => {
    if (booking.state !== 'waiting') return;
    const again = () => void tell(booking.transactionId, booking.tries);
    const pause = PAUSES_MS[Math.min(booking.tries, PAUSES_MS.length) - 1];
    const timer = setTimeout(again, pause);
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [booking, tell]);

  return { booking, tell };
}
