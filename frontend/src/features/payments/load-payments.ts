import type { Stripe } from '@stripe/stripe-js';
import { loadConfig } from '../../lib/config';

/** The shop's payment library: the real one, or the sandbox with the same interface. */
export async function loadPayments(): Promise<Stripe> {
  const { payments } = await loadConfig();
  if (payments.mode === 'sandbox') {
    const { createSandboxStripe } = await import('./sandbox/sandbox-stripe');
    return createSandboxStripe(payments.publishableKey, payments.apiBase ?? '');
  }
  // The default entry point injects Stripe's script on import.
  const { loadStripe } = await import('@stripe/stripe-js/pure');
  const stripe = await loadStripe(payments.publishableKey);
  if (!stripe) throw new Error('Stripe.js needs a browser');
  return stripe;
}
