import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { PaymentIntent } from '@stripe/stripe-js';
import { useState } from 'react';
import type { Order } from '../../api/generated';

const NO_MESSAGE = 'The payment did not go through. Nothing was charged.';
const CALLED_OFF =
  'This payment was called off meanwhile. Nothing was charged. Please press Pay again.';
const STILL_WORKING =
  'Your bank is still working on this payment. The order will show as paid when it is done.';

interface Outcome {
  /** The provider's id of the payment that succeeded. */
  transactionId: string;
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
    const confirmed = await stripe.confirmCardPayment(clientSecret, {
      payment_method: method.paymentMethod.id,
    });
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
    setProblem(null);
    setBusy(true);
    try {
      return await charge();
    } catch {
      setProblem(NO_MESSAGE);
      return null;
    } finally {
      setBusy(false);
    }
  };

  return { pay, busy, problem, setProblem, ready: stripe !== null && clientSecret !== undefined };
}
