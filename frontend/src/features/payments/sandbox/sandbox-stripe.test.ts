import userEvent from '@testing-library/user-event';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { json, serve, type Call } from '../../../testing/test-shop';
import type { SandboxCardElement } from './card-element';
import { createSandboxStripe } from './sandbox-stripe';

const SECRET = 'pi_1_secret_abc';
const stripe = createSandboxStripe('pk_test', '/sandbox/v1');
const newElements = () =>
  stripe.elements() as unknown as { create: (type: string) => SandboxCardElement };

/** A card field on the page with a card typed into it. */
async function typedCard(number: string) {
  const card = newElements().create('card');
  card.mount(document.body);
  await userEvent.type(screen.getByLabelText('Card number'), number);
  await userEvent.type(screen.getByLabelText('Expiry date, MM / YY'), '1234');
  await userEvent.type(screen.getByLabelText('Security code'), '123');
  return card;
}

const payWith = (card: SandboxCardElement) =>
  stripe.createPaymentMethod({
    type: 'card',
    card: card as never,
    billing_details: { name: 'Marta', email: 'marta@garage.example' },
  });

const form = (call: Call | undefined) => Object.fromEntries(new URLSearchParams(call?.body));

describe('the sandbox card field', () => {
  it('can be mounted, unmounted and mounted again', async () => {
    const elements = newElements();
    const first = elements.create('card');
    first.mount(document.body);
    expect(() => elements.create('card')).toThrow('exists already');
    first.destroy();
    expect(screen.queryByLabelText('Card number')).toBeNull();

    const ready = vi.fn();
    const second = elements.create('card').on('ready', ready);
    second.mount(document.body);
    await waitFor(() => {
      expect(ready).toHaveBeenCalledTimes(1);
    });
    expect(screen.getByLabelText('Card number')).toBeVisible();
  });

  it('advances from a complete field to the next one, but not from an invalid one', async () => {
    newElements().create('card').mount(document.body);
    const number = screen.getByLabelText('Card number');
    await userEvent.type(number, '4242424242424241');
    expect(number).toHaveFocus();
    await userEvent.type(number, '{Backspace}2');
    expect(screen.getByLabelText('Expiry date, MM / YY')).toHaveFocus();
    await userEvent.keyboard('1234');
    expect(screen.getByLabelText('Security code')).toHaveFocus();
    await userEvent.keyboard('123');
    expect(screen.getByLabelText('Security code')).toHaveValue('123');
    await userEvent.type(number, '{Backspace}');
    expect(number).toHaveFocus();
  });

  it('groups digits, drops the rest and reports each change', async () => {
    const card = newElements().create('card');
    const changes: unknown[] = [];
    card.on('change', (event) => changes.push(event));
    card.mount(document.body);
    await userEvent.type(screen.getByLabelText('Card number'), '4242x4242 42424241');
    expect(screen.getByLabelText('Card number')).toHaveValue('4242 4242 4242 4241');
    expect(changes.at(-1)).toMatchObject({
      complete: false,
      empty: false,
      error: { message: 'Your card number is invalid.' },
    });
  });

  it('can be disabled', () => {
    const card = newElements().create('card');
    card.mount(document.body);
    card.update({ disabled: true });
    expect(screen.getByLabelText('Card number')).toBeDisabled();
  });
});

describe('paying with the sandbox', () => {
  let calls: Call[] = [];
  beforeEach(() => {
    calls = serve(({ path }) =>
      path.endsWith('/payment_methods')
        ? json({ id: 'pm_1' })
        : json({ id: 'pi_1', status: 'succeeded' }),
    );
  });

  it('does not send an incomplete card', async () => {
    const result = await payWith(await typedCard('4242'));
    expect(result.error?.message).toBe('Your card number is incomplete.');
    expect(calls).toHaveLength(0);
  });

  it('makes a payment method from the card, as the provider would', async () => {
    const result = await payWith(await typedCard('4242424242424242'));
    expect(result.paymentMethod?.id).toBe('pm_1');
    expect(calls[0]?.path).toBe('/sandbox/v1/payment_methods');
    expect(form(calls[0])).toMatchObject({
      key: 'pk_test',
      'card[number]': '4242424242424242',
      'card[exp_month]': '12',
      'card[exp_year]': '2034',
      'billing_details[email]': 'marta@garage.example',
    });
  });

  it('confirms with the client secret', async () => {
    const result = await stripe.confirmCardPayment(SECRET, { payment_method: 'pm_1' });
    expect(result.paymentIntent).toEqual({ id: 'pi_1', status: 'succeeded' });
    expect(calls[0]?.path).toBe('/sandbox/v1/payment_intents/pi_1/confirm');
    expect(form(calls[0])).toMatchObject({ client_secret: SECRET, payment_method: 'pm_1' });
  });

  it('passes on a decline', async () => {
    const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };
    serve(() => json({ error }, 402));
    const result = await stripe.confirmCardPayment(SECRET, { payment_method: 'pm_1' });
    expect(result.error?.message).toBe('Your card was declined.');
  });

  it('reports a failed connection instead of throwing', async () => {
    serve(() => {
      throw new TypeError('Failed to fetch');
    });
    const result = await stripe.confirmCardPayment(SECRET, { payment_method: 'pm_1' });
    expect(result.error?.type).toBe('api_connection_error');
  });

  it.each([
    ['Complete authentication', 'true', 'succeeded'],
    ['Fail authentication', 'false', 'requires_payment_method'],
  ])('shows the bank’s challenge: %s', async (answer, success, status) => {
    calls = serve(({ path }) =>
      json({ id: 'pi_1', status: path.endsWith('/_authenticate') ? status : 'requires_action' }),
    );
    const pending = stripe.confirmCardPayment(SECRET, { payment_method: 'pm_1' });
    await userEvent.click(await screen.findByRole('button', { name: answer }));
    const result = await pending;
    expect(form(calls.at(-1))).toMatchObject({ success });
    if (status === 'succeeded') expect(result.paymentIntent?.status).toBe('succeeded');
    else expect(result.error?.code).toBe('payment_intent_authentication_failure');
  });
});
