import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Order } from '../../../api/contract/generated-types';
import { aProblem, invalidFields } from '../../../testing/fixtures';
import { json, problem } from '../../../testing/test-shop';
import {
  alternators,
  choose,
  filters,
  networkError,
  paid,
  press,
  pressRefund,
  preview,
  refundButton,
  show,
  type,
} from './testing';

const notify = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));

const onClose = vi.fn();

describe('an attempt to refund', () => {
  async function fill(opened: Order, ...next: (() => Response)[]) {
    const shop = show(opened, onClose, ...next);
    await choose('An amount');
    await type('Amount in $', '38');
    return shop;
  }

  it('is sent once, however quickly the button is pressed', async () => {
    const { sent } = await fill(paid);
    const button = await refundButton();
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => {
      expect(onClose).toHaveBeenCalledTimes(1);
    });
    expect(sent()).toHaveLength(1);
  });

  it('is not submitted by Enter in a field or on a choice', async () => {
    const { sent } = await fill(paid);
    await userEvent.type(screen.getByLabelText('Amount in $'), '{Enter}');
    screen.getByRole('radio', { name: 'An amount' }).focus();
    await userEvent.keyboard('{Enter}');
    expect(sent()).toHaveLength(0);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is retried under its key when the response was lost, unless its content changes', async () => {
    const { keys } = await fill(paid, networkError, networkError);
    await pressRefund();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(
      'The shop did not answer. Your connection may be down. Send it again to be sure: nothing is refunded twice.',
    );
    // The message is rendered first, and then focused.
    await waitFor(() => {
      expect(alert.parentElement).toHaveFocus();
    });
    expect(screen.getByLabelText('Amount in $')).toHaveValue('38');
    await pressRefund();
    await screen.findByRole('alert');
    await type('Amount in $', '39');
    await pressRefund();
    await waitFor(() => {
      expect(onClose).toHaveBeenCalledWith(true);
    });
    const [first, second, third] = keys();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('can be retried although the order has less left, because the attempt may be the cause', async () => {
    const { sent, becomes, previews } = show(paid, onClose, networkError);
    previews(() => preview({ amount: 288.75, left: 40 }));
    await choose('Some lines');
    await type(alternators, '3');
    await screen.findByText(/^\$288\.75 is refunded/);
    previews(() => problem(409, 'pieces_not_kept'));
    becomes({
      ...paid,
      refundedAmount: 385,
      lines: paid.lines.map((line) => ({ ...line, kept: 0 })),
    });
    await pressRefund();
    await screen.findByRole('alert');
    await press('Refund $288.75 to Marta Lindqvist');
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledTimes(1);
    });
    const [first, second] = sent();
    expect(second?.body).toBe(first?.body);
  });

  it('can be retried although a new preview finds too little money left', async () => {
    const [line] = paid.lines;
    if (!line) throw new Error('no lines');
    const order = {
      ...paid,
      totalPrice: 380,
      refundedAmount: 200,
      lines: [{ ...line, quantity: 10, kept: 10, unitPrice: 38 }],
    };
    const { bodies, keys, becomes, previews, previewed } = show(order, onClose, networkError);
    previews(networkError);
    await choose('Some lines');
    await type(alternators, '3');
    becomes({
      ...order,
      refundedAmount: 314,
      lines: order.lines.map((each) => ({ ...each, kept: 7 })),
    });
    await pressRefund();
    await waitFor(() => {
      expect(bodies()).toHaveLength(1);
    });
    previews(() => problem(409, 'too_much_money'));
    for (const pieces of ['2', '3']) {
      const before = previewed.length;
      await type(alternators, pieces);
      await waitFor(() => {
        expect(previewed.length).toBeGreaterThan(before);
      });
    }
    await pressRefund();
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledTimes(1);
    });
    const [first, second] = keys();
    expect(second).toBe(first);
    expect(bodies()[1]).toEqual(bodies()[0]);
  });

  it.each([
    ['too_much_money', /^The refundable amount of this order has changed\./],
    ['pieces_not_kept', /^This order now has fewer pieces left\./],
  ] as const)(
    'that is rejected with %s shows the error, and the order is reloaded',
    async (code, words) => {
      const { timesRead, keys, becomes, previews } = await fill(paid, () => problem(409, code));
      previews(() => preview({ amount: 25, whole: true, left: 0 }));
      await waitFor(() => {
        expect(timesRead()).toBe(1);
      });
      becomes({ ...paid, refundedAmount: 400 });
      await pressRefund();
      expect(await screen.findByText(words)).toBeVisible();
      expect(await screen.findByText('amount must be from $0.01 to $25')).toBeVisible();
      await type('Amount in $', '25');
      expect(await screen.findByText(/^\$25 is all that is left/)).toBeVisible();
      await pressRefund();
      await waitFor(() => {
        expect(onClose).toHaveBeenCalledWith(true);
      });
      expect(new Set(keys()).size).toBe(2);
    },
  );

  it('shows the server’s errors at their fields', async () => {
    const refused = invalidFields({
      field: 'amount',
      code: 'not_a_number',
      message: 'amount is odd',
    });
    await fill(paid, () => json(refused, 422));
    await pressRefund();
    expect(await screen.findByText('amount is odd')).toBeVisible();
    expect(screen.getByLabelText('Amount in $')).toHaveFocus();
  });

  it('shows the server’s errors at their lines', async () => {
    const message = 'lines[0].pieces is odd';
    const refused = invalidFields({ field: 'lines[0].pieces', code: 'not_a_number', message });
    show(paid, onClose, () => json(refused, 422));
    await choose('Some lines');
    await type(filters, '1');
    await pressRefund();
    expect(await screen.findByText('pieces is odd')).toBeVisible();
    expect(screen.getByLabelText(filters)).toHaveFocus();
  });

  it('ends when another admin has refunded everything', async () => {
    const { becomes } = await fill(paid, () => json(aProblem(409, 'order_refunded'), 409));
    becomes({ ...paid, paid: false, state: 'refunded', refundedAmount: 425 });
    await pressRefund();
    expect(await screen.findByRole('dialog', { name: 'Nothing to refund' })).toBeVisible();
    expect(screen.getByText('This order was already refunded.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Refund/ })).toBeNull();
    await press('close');
    expect(onClose).toHaveBeenCalledWith(false);
  });
});
