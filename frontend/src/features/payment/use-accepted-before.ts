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
