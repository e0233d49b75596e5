import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aPart, invalidFields, marta } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { StockAlertForm } from './stock-alert-form';

const notify = vi.hoisted(() => ({ success: vi.fn() }));
vi.mock('../../ui/messages/notify', () => ({ notify }));

const show = (as: Parameters<typeof renderScreen>[1] = { path: '/', at: '/' }) =>
  renderScreen(<StockAlertForm part={aPart({ _id: 'part-1', available: 0 })} />, as);
const email = () => screen.getByLabelText('Email');
const ask = () => userEvent.click(screen.getByRole('button', { name: 'Tell me when it is back' }));
const ok = () => json({ acknowledged: true }, 202);

describe('the form of a sold-out part', () => {
  beforeEach(() => {
    notify.success.mockClear();
  });

  it('requires a valid address', async () => {
    const calls = serve(ok);
    show();
    await ask();
    expect(screen.getByText('email is required')).toBeVisible();
    expect(email()).toHaveFocus();
    await userEvent.type(email(), 'marta@garage');
    await ask();
    expect(screen.getByText('provide a valid email')).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('trims and sends the address, and explains what happens next', async () => {
    const calls = serve(ok);
    show();
    await userEvent.type(email(), ' ann@garage.example ');
    await ask();
    expect(await screen.findByText('ann@garage.example')).toBeVisible();
    expect(screen.getByText(/when this part is back in stock/)).toBeVisible();
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      method: 'POST',
      path: '/parts/part-1/stock-alerts',
      body: '{"email":"ann@garage.example"}',
    });
    await userEvent.click(screen.getByRole('button', { name: 'Enter another one' }));
    expect(email()).toHaveValue('ann@garage.example');
  });

  it('fills in a signed-in user’s address, which they may change', async () => {
    const calls = serve(ok);
    show({ path: '/', at: '/', person: marta });
    expect(email()).toHaveValue(marta.email);
    await userEvent.clear(email());
    expect(email()).toHaveValue('');
    await userEvent.type(email(), 'office@garage.example');
    await ask();
    expect(await screen.findByText('office@garage.example')).toBeVisible();
    expect(calls[0]?.body).toBe('{"email":"office@garage.example"}');
  });

  it('reports that the part is already back', async () => {
    serve(() => problem(409, 'part_in_stock'));
    show({ path: '/', at: '/', person: marta });
    await ask();
    expect(await screen.findByText('detail of part_in_stock')).toBeVisible();
    expect(notify.success).toHaveBeenCalledWith('Alternator is back');
  });

  it('keeps the address when sending fails, and shows the server’s error', async () => {
    const message = 'email is not an address';
    const answers = [
      problem(429, 'rate_limited'),
      json(invalidFields({ field: 'email', code: 'not_an_email', message }), 422),
    ];
    serve(() => answers.shift() ?? ok());
    show({ path: '/', at: '/', person: marta });
    await ask();
    expect(await screen.findByText('Too many attempts. Try again in a minute.')).toBeVisible();
    await ask();
    expect(await screen.findByText(message)).toBeVisible();
    expect(email()).toHaveFocus();
    await ask();
    expect(await screen.findByText(/when this part is back in stock/)).toBeVisible();
  });
});
