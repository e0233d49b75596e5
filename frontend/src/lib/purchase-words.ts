/**
 * The messages of a failed page about an order or a payment. A separate module, because most visits
 * order nothing.
 */
import { notePurchaseStep } from './purchase-step';

/** `unknown`: the response was lost, so it may have happened. */
type State = 'sent' | 'done' | 'failed' | 'unknown';
type Words = Record<State, { title: string; text: string }>;

const ORDER: Words = {
  sent: {
    title: 'Your order is being sent',
    text: 'This page stopped working while the shop was answering. Wait a moment to see whether your order was placed.',
  },
  done: {
    title: 'Your order is placed',
    text: 'The parts are reserved for you. Only this page stopped working: you can see and pay for your order on its own page.',
  },
  failed: {
    title: 'Your order was not placed',
    text: 'Nothing was ordered, and this page stopped working. Load it again to try once more.',
  },
  unknown: {
    title: 'Your order may have been placed',
    text: 'The shop did not answer, and this page stopped working. Look at your orders before you order again.',
  },
};

const PAYMENT: Words = {
  sent: {
    title: 'Your payment is being processed',
    text: 'This page stopped working, but your payment continues. Look at your order before you pay again.',
  },
  done: {
    title: 'Your card was charged',
    text: 'The payment for your order went through. Only this page stopped working. Do not pay again.',
  },
  failed: {
    title: 'Your card was not charged',
    text: 'The payment did not go through, and this page stopped working. Load it again to try once more.',
  },
  unknown: {
    title: 'Your card may have been charged',
    text: 'The payment provider did not answer, and this page stopped working. Look at your order before you pay again.',
  },
};

/** @param order the id of an order that is placed */
export function noteOrder(state: State, order?: string): void {
  const payable = state === 'done';
  notePurchaseStep({ ...ORDER[state], failed: state === 'failed', order, payable });
}

export function notePayment(state: State, order: string): void {
  notePurchaseStep({ ...PAYMENT[state], failed: state === 'failed', order, payable: false });
}
