import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { PaymentIntent, PaymentIntentResult, Stripe } from '@stripe/stripe-js';
import { useCallback, useRef, useState } from 'react';
import type { Order } from '../../api/generated-types';
import { notePayment } from '../../lib/purchase-words';
import type { Accepted } from './use-booking';

const NO_MESSAGE = 'The payment did not go through. Nothing was charged.';
const CALLED_OFF = 'This payment was cancelled. Nothing was charged. Press Pay to try again.';
const DECLINED =
  'Your bank declined this payment. Nothing was charged. Try again, or use another card.';
const NO_ANSWER =
  'The payment provider did not answer, so we do not know yet whether the payment went through. Press Pay again when you are back online: you will not be charged twice.';

const ANOTHER_CARD = 'Try another card.';

/** A payment of these is on its way to the shop, or there: nobody may pay again. */
const ACCEPTED = ['succeeded', 'processing'];

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
    return ACCEPTED.includes(found.paymentIntent?.status ?? '') ? found : null;
  } catch {
    return null;
  }
}

/** How a payment stands; null when the provider does not say. */
async function statusOf(stripe: Stripe, clientSecret: string): Promise<string | null> {
  try {
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    return paymentIntent?.status ?? null;
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
  /** The bank refused this card; another one may do. */
  const [refusedCard, setRefusedCard] = useState(false);
  const [busy, setBusy] = useState(false);
  /** At once true, unlike the state: two clicks may come before the next render. */
  const paying = useRef(false);

  const conclude = ({ id, status }: Pick<PaymentIntent, 'id' | 'status'>): Accepted => {
    const taken = status === 'succeeded';
    // Otherwise the bank is still processing it.
    if (taken) notePayment('done', order._id);
    return { transactionId: id, taken };
  };

  const charge = async (): Promise<Accepted | null> => {
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
    notePayment('sent', order._id);
    const confirmed = await confirm(stripe, clientSecret, method.paymentMethod.id);
    if (confirmed === null) {
      setProblem(NO_ANSWER);
      notePayment('unknown', order._id);
      return null;
    }
    if (!confirmed.error) return conclude(confirmed.paymentIntent);

    // The answer to an earlier try may have been lost: then the money has arrived already.
    const earlier = confirmed.error.payment_intent;
    if (earlier && ACCEPTED.includes(earlier.status)) return conclude(earlier);
    notePayment('failed', order._id);
    if (earlier?.status === 'canceled') {
      setProblem(CALLED_OFF);
      onCalledOff();
      return null;
    }
    setProblem(confirmed.error.message ?? NO_MESSAGE);
    setRefusedCard(confirmed.error.code === 'card_declined');
    return null;
  };

  /** Resolves to the payment, or to null when `problem` says why there is none. */
  const pay = async (): Promise<Accepted | null> => {
    if (paying.current) return null;
    paying.current = true;
    setProblem(null);
    setRefusedCard(false);
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

  /** Whether the provider says that nothing comes of the payment; then `problem` says so, too. */
  const isDeclined = useCallback(async () => {
    if (!stripe || clientSecret === undefined) return false;
    const status = await statusOf(stripe, clientSecret);
    const declined = status !== null && !ACCEPTED.includes(status);
    if (declined) setProblem(DECLINED);
    return declined;
  }, [stripe, clientSecret]);

  /** Back to the card, to mend it or to take another one. */
  const focusCard = useCallback(() => {
    elements?.getElement(CardElement)?.focus();
  }, [elements]);

  /** Nobody needs the card's numbers on the screen any more. */
  const clearCard = useCallback(() => {
    elements?.getElement(CardElement)?.clear();
  }, [elements]);

  return {
    pay,
    isDeclined,
    busy,
    problem,
    setProblem,
    /** Said with the problem, which is the provider's own words. */
    advice: problem !== null && refusedCard ? ANOTHER_CARD : null,
    focusCard,
    clearCard,
    ready: stripe !== null && clientSecret !== undefined,
  };
}
