import type { Stripe } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import type { Code } from '../../api/contract/generated-types';
import { shopApi } from '../../api/index';
import { codeOf, isApiError, isOutcomeUnknown, sentenceFor } from '../../api/contract/problem';
import {
  deletePaymentUnderWay,
  notePaymentUnderWay,
  paymentUnderWay,
} from '../../lib/payments-under-way';
import { notePayment } from '../../lib/purchase-words';
import { toasts } from '../../lib/texts';
import { notify } from '../../ui/messages/notify';

/** Delays between attempts to notify the shop; the last one is repeated. */
const PAUSES_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** Codes for a payment that the provider has not completed, as far as the shop knows. */
const AT_THE_PROVIDER: readonly (Code | null)[] = [
  'payment_not_completed',
  'payment_unavailable',
  'payment_key_rejected',
];
/** Refusals that may be temporary. */
const PASSING: readonly (Code | null)[] = ['rate_limited', ...AT_THE_PROVIDER];

/** A card that the provider has accepted. */
export interface Accepted {
  transactionId: string;
  /**
   * Whether the money was definitely taken; otherwise the bank is still processing it, or that is
   * unknown.
   */
  taken: boolean;
}

export type Booking =
  /** Nothing to report yet. */
  | { state: 'idle' }
  /**
   * The card was accepted, and the shop is being notified; with the number of earlier attempts, and
   * the cause of the delay.
   */
  | { state: 'reporting'; accepted: Accepted; tries: number; waitsFor: WaitsFor }
  /** Waiting before the next attempt to notify the shop. */
  | { state: 'waiting'; accepted: Accepted; tries: number; waitsFor: WaitsFor }
  | { state: 'booked' }
  /** The bank has declined after all. */
  | { state: 'declined' }
  /**
   * The session has ended: after signing in again, the payment continues from this browser's
   * storage.
   */
  | { state: 'interrupted'; accepted: Accepted }
  /** The shop's response is final. */
  | { state: 'refused'; accepted: Accepted; why: string };

type WaitsFor = 'provider' | 'shop';

/**
 * Reports an accepted payment to the shop until the shop has registered it. This charges nothing.
 * @param isDeclined asks the provider whether the payment has finally failed
 */
export function useBooking(orderId: string, isDeclined: () => Promise<boolean>) {
  const [confirmBooking] = shopApi.useConfirmBookingMutation();
  const [booking, setBooking] = useState<Booking>({ state: 'idle' });

  const report = useCallback(
    async (accepted: Accepted, tries = 0, waitedFor: WaitsFor = 'provider') => {
      const { transactionId } = accepted;
      if (tries === 0) notePaymentUnderWay(orderId, transactionId);
      setBooking({ state: 'reporting', accepted, tries, waitsFor: waitedFor });
      const { data, error } = await confirmBooking({
        id: orderId,
        bookingRequest: { booking: orderId, transactionId },
      });
      const code = codeOf(error);
      if (!data && code === 'payment_not_completed' && !accepted.taken && (await isDeclined())) {
        deletePaymentUnderWay(orderId);
        notePayment('failed', orderId);
        setBooking({ state: 'declined' });
      } else if (!data && (isOutcomeUnknown(error) || PASSING.includes(code))) {
        const waitsFor = AT_THE_PROVIDER.includes(code) ? 'provider' : 'shop';
        setBooking({ state: 'waiting', accepted, tries: tries + 1, waitsFor });
      } else if (isApiError(error) && error.status === 401) {
        setBooking({ state: 'interrupted', accepted });
      } else {
        deletePaymentUnderWay(orderId);
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

  // Customers who leave need not wait: the provider notifies the shop as well.
  useEffect(() => {
    if (booking.state !== 'waiting') return;
    const again = () => void report(booking.accepted, booking.tries, booking.waitsFor);
    const pause = PAUSES_MS[Math.min(booking.tries, PAUSES_MS.length) - 1];
    const timer = setTimeout(again, pause);
    window.addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', again);
    };
  }, [booking, report]);

  return { booking, report };
}

/**
 * An order's earlier accepted payment, perhaps from another tab, which the shop has not registered
 * yet; null if there is none. The provider's answer takes precedence; this browser's storage is the
 * fallback.
 * @param clientSecret set once the shop has prepared the payment
 * @param unprepared the shop could not prepare it, for a reason unrelated to the order
 */
export function useAcceptedBefore(
  orderId: string,
  stripe: Stripe | null,
  clientSecret: string | undefined,
  unprepared: boolean,
): string | null {
  const [remembered, setRemembered] = useState(() => paymentUnderWay(orderId));
  /** The payment accepted by the provider, which may be later than the stored one. */
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
          deletePaymentUnderWay(orderId);
          setRemembered(null);
          setConfirmed(null);
        }
      },
      () => {
        // Pressing Pay retries.
      },
    );
  }, [orderId, remembered, stripe, clientSecret]);

  return confirmed ?? (unprepared ? remembered : null);
}
