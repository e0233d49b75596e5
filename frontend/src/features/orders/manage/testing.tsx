/**
 * Shared by the tests of the dialog: an order with two lines, and a shop that responds to each
 * attempt.
 */
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import type { Order, PartialRefund, RefundPreview } from '../../../api/contract/generated-types';
import { anOrder, changed, marta } from '../../../testing/fixtures';
import { json, renderScreen, serve } from '../../../testing/test-shop';
import { RefundDialog } from './refund-dialog';

/** Four alternators, one of them already refunded, and ten filters: $385 and $40. */
export const paid = anOrder({
  number: 'AP-1111-1111',
  product: 'Alternator and 1 more',
  paid: true,
  transactionId: 'pi_1',
  totalPrice: 425,
  refundedAmount: 96.25,
  lines: [
    { part: 'part-1', product: 'Alternator', quantity: 4, kept: 3, unitPrice: 96.25 },
    { part: 'part-2', product: 'Oil filter', quantity: 10, unitPrice: 4 },
  ],
});
export const shipped: Order = { ...paid, status: 'shipped', state: 'shipped' };

/** The server's preview of a refund. */
export const preview = (given: Partial<RefundPreview>) =>
  json({ amount: 192.5, lines: [], whole: false, left: 136.25, ...given });

/** @param answers the server's responses to the attempts; later attempts succeed */
export function show(
  opened: Order,
  onClose: (done: boolean) => void,
  ...answers: (() => Response)[]
) {
  let order = opened;
  let previewOf: (part: PartialRefund) => Response | Promise<Response> = () => preview({});
  const previewed: PartialRefund[] = [];
  const calls = serve(({ method, path, body }) => {
    if (method === 'GET') return json(order);
    if (isPreview(path)) {
      const part = JSON.parse(body) as PartialRefund;
      previewed.push(part);
      return previewOf(part);
    }
    const answer = answers.shift();
    if (answer) return answer();
    return path.startsWith('/refund/')
      ? json(changed)
      : json({ acknowledged: true, id: 'refund-1', amount: 192.5 }, 201);
  });
  renderScreen(<RefundDialog order={opened} onClose={onClose} />, {
    path: '/',
    at: '/',
    person: marta,
  });
  const sent = () => calls.filter(({ method, path }) => method !== 'GET' && !isPreview(path));
  return {
    sent,
    bodies: () => sent().map(({ body }) => JSON.parse(body) as unknown),
    keys: () => sent().map(({ headers }) => headers.get('Idempotency-Key')),
    timesRead: () => calls.filter(({ method }) => method === 'GET').length,
    /** The refunds of which the form has requested a preview. */
    previewed,
    /** Responds to requests for a preview from now on. */
    previews: (answer: typeof previewOf) => {
      previewOf = answer;
    },
    /** Replaces the order from now on. */
    becomes: (changedOrder: Order) => {
      order = changedOrder;
    },
  };
}

const isPreview = (path: string) => path.endsWith('/refund-previews');

export const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }));
export async function type(label: string, text: string) {
  await userEvent.clear(screen.getByLabelText(label));
  if (text !== '') await userEvent.type(screen.getByLabelText(label), text);
}
export const press = (name: string | RegExp) =>
  userEvent.click(screen.getByRole('button', { name }));
/** The button, once it can be pressed: after the preview has arrived or failed. */
export async function refundButton() {
  const button = screen.getByRole('button', { name: /^Refund/ });
  await waitFor(() => {
    expect(button).toBeEnabled();
  });
  return button;
}
export const pressRefund = async () => userEvent.click(await refundButton());
export const alternators = 'Pieces to refund of Alternator';
export const filters = 'Pieces to refund of Oil filter';
export const networkError = () => Response.error();
