import type { Stripe } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import type { Code } from '../../api/generated-types';
import { shopApi } from '../../api/index';
import { codeOf, isApiError, isOutcomeUnknown, sentenceFor } from '../../api/problem';
import {
  forgetPaymentUnderWay,
  notePaymentUnderWay,
  paymentUnderWay,
} from '../../lib/payments-under-way';
import { notePayment } from '../../lib/purchase-words';
import { toasts } from '../../lib/texts';
import { notify } from '../../ui/messages/notify';

/** The pauses between tries to tell the shop; the last one is repeated. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** The provider has not finished, as far as the shop can learn. */
const AT_THE_PROVIDER: readonly (Code | null)[] = [
  'payment_not_completed',
  'payment_unavailable',
  'payment_key_rejected',
];
/** Refusals that may be different in a moment. */
const PASSING: readonly (Code | null)[] = ['rate_limited', ...AT_THE_PROVIDER];

/** A card that the provider has accepted. */
export interface Accepted {
  transactionId: string;
  /** Whether the money is taken for sure; else the bank is still at work, or nobody knows yet. */
  taken: boolean;
}

export type Booking =
  /** Nothing to tell yet. */
  | { state: 'idle' }
  /** The card was accepted, and the shop is being told; how often it was before, and who kept us waiting. */
  | { state: 'telling'; accepted: Accepted; tries: number; waitsFor: WaitsFor }
  /** The shop is told again after a pause. */
  | { state: 'waiting'; accepted: Accepted; tries: number; waitsFor: WaitsFor }
  | { state: 'booked' }
  /** The bank has declined after all. */
  | { state: 'declined' }
  /** The session is over: whoever signs in again goes on from this browser's memory. */
  | { state: 'interrupted'; accepted: Accepted }
  /** The shop has an answer that will not change. */
  | { state: 'refused'; accepted: Accepted; why: string };

type WaitsFor = 'provider' | 'shop';

/**
 * Tells the shop about a payment whose card was accepted, until it has noted it. That charges nothing.
 * @param isDeclined asks the provider whether nothing will come of the payment any more
 */
export function useBooking(orderId: string, isDeclined: () => Promise<boolean>) {
  const [confirmBooking] = shopApi.useConfirmBookingMutation();
  const [booking, setBooking] = useState<Booking>({ state: 'idle' });

  const tell = useCallback(
    async (accepted: Accepted, tries = 0, waitedFor: WaitsFor = 'provider') => {
      const { transactionId } = accepted;
      if (tries === 0) notePaymentUnderWay(orderId, transactionId);
      setBooking({ state: 'telling', accepted, tries, waitsFor: waitedFor });
      const { data, error } = await confirmBooking({
        id: orderId,
        bookingRequest: { booking: orderId, transactionId },
      });
      const code = codeOf(error);
      if (!data && code === 'payment_not_completed' && !accepted.taken && (await isDeclined())) {
        forgetPaymentUnderWay(orderId);
        notePayment('failed', orderId);
        setBooking({ state: 'declined' });
      } else if (!data && (isOutcomeUnknown(error) || PASSING.includes(code))) {
        const waitsFor = AT_THE_PROVIDER.includes(code) ? 'provider' : 'shop';
        setBooking({ state: 'waiting', accepted, tries: tries + 1, waitsFor });
      } else if (isApiError(error) && error.status === 401) {
        setBooking({ state: 'interrupted', accepted });
      } else {
        forgetPaymentUnderWay(orderId);
        if (data) {
          notePayment('done', orderId);
          notify.success(toasts.paymentSuccessful);
        }
        setBooking(
          data ? { state: 'booked' } : { state: 'refused', accepted, why: sentenceFor(error) },
        );
      }
    },
    [confirmBooking, isDeclined, orderId],
  );

  // Whoever leaves meanwhile need not wait: the provider tells the shop as well.
  useEffect(() => {
    if (booking.state !== 'waiting') return;
    const again = () => void tell(booking.accepted, booking.tries, booking.waitsFor);
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

/**
 * The payment of an order that was accepted before, perhaps in another tab, while the shop does not know
 * it; null when there is none. The provider knows best, and this browser's memory when nobody can ask it.
 * @param clientSecret once the shop has prepared the payment
 * @param unprepared the shop could not prepare it, for no reason of the order's own
 */
export function useAcceptedBefore(
  orderId: string,
  stripe: Stripe | null,
  clientSecret: string | undefined,
  unprepared: boolean,
): string | null {
  const [remembered, setRemembered] = useState(() => paymentUnderWay(orderId));
  /** What the provider says is accepted: that may be a later payment than the remembered one. */
  const [confirmed, setConfirmed] = useState<string | null>(null);

  useEffect(() => {
    if (remembered === null || !stripe || clientSecret === undefined) return;
    stripe.retrievePaymentIntent(clientSecret).then(
      ({ paymentIntent }) => {
        if (!paymentIntent) return;
        const { id, status } = paymentIntent;
        if (status === 'succeeded' || status === 'processing') {
          setConfirmed(id);
        } else {
          forgetPaymentUnderWay(orderId);
          setRemembered(null);
          setConfirmed(null);
        }
      },
      () => {
        // Pressing Pay asks again.
      },
    );
  }, [orderId, remembered, stripe, clientSecret]);

  return confirmed ?? (unprepared ? remembered : null);
}
