import type { Stripe } from '@stripe/stripe-js';
import { useEffect, useState } from 'react';
import { loadPayments } from './load-payments';

/** Longer than this, and whoever waits deserves a word and a button. */
const PATIENCE_MS = 20_000;

/** The payment library once it is there; `retry` after it could not be loaded. */
export function usePayments() {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let abandoned = false;
    const fail = () => {
      if (!abandoned) setFailed(true);
    };
    const timer = setTimeout(fail, PATIENCE_MS);
    loadPayments()
      .then((loaded) => {
        // However late: it is what everybody waits for.
        if (!abandoned) setStripe(loaded);
      }, fail)
      .finally(() => {
        clearTimeout(timer);
      });
    return () => {
      abandoned = true;
      clearTimeout(timer);
    };
  }, [attempt]);

  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return { stripe, failed: failed && stripe === null, retry };
}
