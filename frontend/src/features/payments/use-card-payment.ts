import { CardElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { PaymentIntent, PaymentIntentResult, Stripe } from '@stripe/stripe-js';
import { useCallback, useRef, useState } from 'react';
import type { Order } from '../../api/contract/generated-types';
import { notePayment } from '../../lib/purchase-words';
import type { Accepted } from './use-booking';

const NO_MESSAGE = 'The payment did not go through. Nothing was charged.';
const CALLED_OFF = 'This payment was canceled. Nothing was charged. Press Pay to try again.';
const DECLINED =
  'Your bank declined this payment. Nothing was charged. Try again, or use another card.';
const NO_ANSWER =
  'The payment provider did not answer, so we do not know yet whether the payment went through. Press Pay again when you are back online: you will not be charged twice.';

const ANOTHER_CARD = 'Try another card.';

/** A payment in one of these states is pending or completed: it must not be paid again. */
const ACCEPTED = ['succeeded', 'processing'];

/**
 * Confirms the payment. If the response is lost, the money may have moved anyway, so the provider
 * is asked for the payment's state; null if that fails as well.
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

/** The payment's state; null if the provider does not respond. */
async function statusOf(stripe: Stripe, clientSecret: string): Promise<string | null> {
  try {
    const { paymentIntent } = await stripe.retrievePaymentIntent(clientSecret);
    return paymentIntent?.status ?? null;
  } catch {
    return null;
  }
}

/**
 * Pays with the card in the field.
 * @param onUnpayable the payment can no longer be made: the order was deleted, or its reservation
 *   expired; the cached data of both is out of date
 */
export function useCardPayment(
  order: Order,
  clientSecret: string | undefined,
  onUnpayable: () => void,
) {
  const stripe = useStripe();
  const elements = useElements();
  const [problem, setProblem] = useState<string | null>(null);
  /** The bank refused this card; another one may work. */
  const [refusedCard, setRefusedCard] = useState(false);
  const [busy, setBusy] = useState(false);
  /** Set synchronously, unlike the state: two clicks may come before the next render. */
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

    // The response to an earlier attempt may have been lost: then the money has already arrived.
    const earlier = confirmed.error.payment_intent;
    if (earlier && ACCEPTED.includes(earlier.status)) return conclude(earlier);
    notePayment('failed', order._id);
    if (earlier?.status === 'canceled') {
      setProblem(CALLED_OFF);
      onUnpayable();
      return null;
    }
    setProblem(confirmed.error.message ?? NO_MESSAGE);
    setRefusedCard(confirmed.error.code === 'card_declined');
    return null;
  };

  /** Resolves to the payment, or to null if it failed; `problem` then has the reason. */
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

  /** Whether the provider reports that the payment failed; `problem` then has the reason. */
  const isDeclined = useCallback(async () => {
    if (!stripe || clientSecret === undefined) return false;
    const status = await statusOf(stripe, clientSecret);
    const declined = status !== null && !ACCEPTED.includes(status);
    if (declined) setProblem(DECLINED);
    return declined;
  }, [stripe, clientSecret]);

  /** Focuses the card field, to correct the card or use another one. */
  const focusCard = useCallback(() => {
    elements?.getElement(CardElement)?.focus();
  }, [elements]);

  /** The card details are no longer needed on the screen. */
  const clearCard = useCallback(() => {
    elements?.getElement(CardElement)?.clear();
  }, [elements]);

  return {
    pay,
    isDeclined,
    busy,
    problem,
    setProblem,
    /** Advice shown with the problem, which is in the provider's own words. */
    advice: problem !== null && refusedCard ? ANOTHER_CARD : null,
    focusCard,
    clearCard,
    ready: stripe !== null && clientSecret !== undefined,
  };
}
