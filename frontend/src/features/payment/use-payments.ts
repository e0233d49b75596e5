import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { loadPayments } from './load-payments';

/** The payment library once it is there; `retry` after it could not be loaded. */
export function usePayments() {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let abandoned = false;
    loadPayments().then(
      (loaded) => {
        if (!abandoned) setStripe(loaded);
      },
      () => {
        if (!abandoned) setFailed(true);
      },
    );
    return () => {
      abandoned = true;
    };
  }, [attempt]);

  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return { stripe, failed, retry };
}
