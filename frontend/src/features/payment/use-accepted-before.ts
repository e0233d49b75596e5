import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { forgetPaymentUnderWay, paymentUnderWay } from '../../lib/payments-under-way';

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
  const [remembered] = useState(() => paymentUnderWay(orderId));
  const [confirmed, setConfirmed] = useState(false);

  useEffect(() => {
    if (remembered === null || !stripe || clientSecret === undefined) return;
    stripe.retrievePaymentIntent(clientSecret).then(
      ({ paymentIntent }) => {
        const status = paymentIntent?.status;
        if (status === 'succeeded' || status === 'processing') setConfirmed(true);
        else if (status !== undefined) forgetPaymentUnderWay(orderId);
      },
      () => {
        // Pressing Pay asks again.
      },
    );
  }, [orderId, remembered, stripe, clientSecret]);

  return confirmed || unprepared ? remembered : null;
}
