import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { PaymentIntent, PaymentIntentResult, Stripe } from '@stripe/stripe-js';
import { useCallback, useRef, useState } from 'react';
import type { Order } from '../../api/generated';

const NO_MESSAGE = 'The payment did not go through. Nothing was charged.';
const CALLED_OFF =
  'This payment was called off meanwhile. Nothing was charged. Please press Pay again.';
const STILL_WORKING =
  'Your bank is still working on this payment. The order will show as paid when it is done.';
const NO_ANSWER =
  'The payment provider did not answer, so we do not know yet how this ended. Press Pay again when you are back online: you will not be charged twice.';

interface Outcome {
  /** The provider's id of the payment that succeeded. */
  transactionId: string;
}

/**
 * Confirms the payment. When the answer is lost on the way, the money may have moved all the same,
 * so the provider is asked how the payment stands; null when it does not answer that either.
 */
async function confirm(
  stripe: Stripe,
  clientSecret: string,
  paymentMethod: string,
): Promise<PaymentIntentResult | null> {
  try {
    const confirmed = await stripe.confirmCardPayment(clientSecret, {
      payment_method: paymentMethod,
    });
    if (confirmed.error?.type !== 'api_connection_error') return confirmed;
    const found = await stripe.retrievePaymentIntent(clientSecret);
    return found.paymentIntent?.status === 'succeeded' ? found : null;
  } catch {
    return null;
  }
}

/**
 * Takes the card from the field and pays with it.
 * @param onCalledOff the payment cannot be made any more: the order was deleted, or its reservation
 *   ended; what is known of both is out of date
 */
export function useCardPayment(
  order: Order,
  clientSecret: string | undefined,
  onCalledOff: () => void,
) {
  const stripe = useStripe();
  const elements = useElements();
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  /** At once true, unlike the state: two clicks may come before the next render. */
  const paying = useRef(false);

  const conclude = (intent: Pick<PaymentIntent, 'id' | 'status'>): Outcome | null => {
    if (intent.status === 'succeeded') return { transactionId: intent.id };
    setProblem(STILL_WORKING);
    return null;
  };

  const charge = async (): Promise<Outcome | null> => {
    const card = elements?.getElement(CardElement);
    if (!stripe || !card || clientSecret === undefined) return null;

    const method = await stripe.createPaymentMethod({
      type: 'card',
      card,
      billing_details: { name: order.name, email: order.email },
    });
    if (method.error) {
      setProblem(method.error.message ?? NO_MESSAGE);
      return null;
    }
    const confirmed = await confirm(stripe, clientSecret, method.paymentMethod.id);
    if (confirmed === null) {
      setProblem(NO_ANSWER);
      return null;
    }
    if (!confirmed.error) return conclude(confirmed.paymentIntent);

    // The answer to an earlier try may have been lost: then the money has arrived already.
    const earlier = confirmed.error.payment_intent;
    if (earlier?.status === 'succeeded') return conclude(earlier);
    if (earlier?.status === 'canceled') {
      setProblem(CALLED_OFF);
      onCalledOff();
      return null;
    }
    setProblem(confirmed.error.message ?? NO_MESSAGE);
    return null;
  };

  /** Resolves to the payment, or to null when `problem` says why there is none. */
  const pay = async (): Promise<Outcome | null> => {
    if (paying.current) return null;
    paying.current = true;
    setProblem(null);
    setBusy(true);
    try {
      return await charge();
    } catch {
      // Before the payment was confirmed: nothing has happened yet.
      setProblem(NO_MESSAGE);
      return null;
    } finally {
      paying.current = false;
      setBusy(false);
    }
  };

  /** Back to the card, to mend it or to take another one. */
  const focusCard = () => {
    elements?.getElement(CardElement)?.focus();
  };

  /** Nobody needs the card's numbers on the screen any more. */
  const clearCard = useCallback(() => {
    elements?.getElement(CardElement)?.clear();
  }, [elements]);

  return {
    pay,
    busy,
    problem,
    setProblem,
    focusCard,
    clearCard,
    ready: stripe !== null && clientSecret !== undefined,
  };
}
