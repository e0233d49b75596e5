import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { changed } from '../../../testing/fixtures';
import type { Order } from '../../../api/contract/generated-types';
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
  shipped,
  show,
  type,
} from './testing';

const notify = vi.hoisted(() => ({ success: vi.fn(), info: vi.fn(), error: vi.fn() }));
vi.mock('../../../ui/messages/notify', () => ({ notify }));

const onClose = vi.fn();

describe('refunding everything', () => {
  it('is the default, with the focus on Cancel', async () => {
    const { sent } = show(paid, onClose);
    const dialog = within(
      screen.getByRole('dialog', { name: 'Refund $328.75 to Marta Lindqvist?' }),
    );
    expect(dialog.getByRole('radio', { name: 'Everything' })).toBeChecked();
    expect(dialog.getByRole('button', { name: 'cancel' })).toHaveFocus();
    expect(dialog.getByText(/^will be canceled, and its parts return to stock/)).toBeVisible();
    await press('Refund $328.75 to Marta Lindqvist');
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Refund started: $328.75');
    });
    expect(onClose).toHaveBeenCalledWith(true);
    expect(sent().map(({ method, path, query }) => `${method} ${path}?${query}`)).toEqual([
      'PUT /refund/order-1?',
    ]);
  });

  it('reports when it was already refunded', async () => {
    show(shipped, onClose, () => json({ ...changed, modifiedCount: 0 }));
    expect(screen.getByText(/was shipped\. The parts are not returned to stock/)).toBeVisible();
    await pressRefund();
    await waitFor(() => {
      expect(notify.info).toHaveBeenCalledWith('This order was already refunded.');
    });
  });
});

describe('refunding some lines', () => {
  it('totals the refund, and shows that the pieces return to stock', async () => {
    const { bodies, keys, previewed, previews } = show(paid, onClose);
    previews(() => preview({ lines: [{ line: 1, amount: 192.5 }] }));
    await choose('Some lines');
    expect(screen.getByText('The pieces go back into stock.')).toBeVisible();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByLabelText(alternators)).toHaveAccessibleDescription(
      '$96.25 each, 3 of 4 not refunded yet',
    );
    await press('One more Alternator');
    await press('One more Alternator');
    expect(await screen.findByText('$192.50')).toBeVisible();
    expect(screen.getByText('$192.50 is refunded, and the shop keeps $136.25.')).toBeVisible();
    expect(previewed).toEqual([{ lines: [{ line: 1, pieces: 2 }] }]);
    await type('Note (optional)', ' Ordered too many ');
    await press('Refund $192.50 to Marta Lindqvist');
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Refund started: $192.50');
    });
    expect(bodies()).toEqual([{ lines: [{ line: 1, pieces: 2 }], note: 'Ordered too many' }]);
    expect(keys()[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(onClose).toHaveBeenCalledWith(true);
  });

  it('does not restock the pieces of a shipped order unless they can be sold', async () => {
    const { bodies } = show(shipped, onClose, networkError);
    await choose('Some lines');
    expect(screen.getByRole('checkbox')).not.toBeChecked();
    await type(filters, '10');
    await pressRefund();
    await screen.findByRole('alert');
    await userEvent.click(screen.getByLabelText('Put the pieces back into stock'));
    await pressRefund();
    await waitFor(() => {
      expect(bodies()).toEqual([
        { lines: [{ line: 2, pieces: 10 }] },
        { lines: [{ line: 2, pieces: 10 }], restock: true },
      ]);
    });
  });

  it.each([
    ['0', 'choose at least one piece'],
    ['', 'choose at least one piece'],
    ['4', 'pieces must be from 0 to 3'],
    ['-1', 'pieces must be from 0 to 3'],
    ['1.5', 'whole pieces only'],
    ['two', 'whole pieces only'],
  ])('rejects %s of three pieces', async (typed, sentence) => {
    const { sent } = show(paid, onClose);
    await choose('Some lines');
    await type(alternators, typed);
    await pressRefund();
    expect(await screen.findByText(sentence)).toBeVisible();
    const field = screen.getByLabelText(alternators);
    expect(field).toBeInvalid();
    expect(field).toHaveFocus();
    expect(field).toHaveAccessibleDescription(new RegExp(`^${sentence}`));
    expect(sent()).toHaveLength(0);
  });

  it('ranges from none to all remaining pieces of the line', async () => {
    show(paid, onClose);
    await choose('Some lines');
    expect(screen.getByRole('button', { name: 'One less Alternator' })).toBeDisabled();
    await type(alternators, '3');
    expect(screen.getByRole('button', { name: 'One more Alternator' })).toBeDisabled();
  });

  it('rejects pieces when too little money is left', async () => {
    const { sent, previewed, previews } = show({ ...paid, refundedAmount: 400 }, onClose);
    previews(() => problem(409, 'too_much_money'));
    await choose('Some lines');
    await type(alternators, '1');
    await waitFor(() => {
      expect(previewed).toHaveLength(1);
    });
    await pressRefund();
    expect(await screen.findByText('only $25 of this order is left to refund')).toBeVisible();
    expect(sent()).toHaveLength(0);
  });

  it('warns that the last pieces cancel an order that was not shipped', async () => {
    const { previews } = show({ ...paid, totalPrice: 430, shipping: 5 }, onClose);
    previews(() => preview({ amount: 333.75, whole: true, left: 0 }));
    await choose('Some lines');
    await type(alternators, '3');
    await type(filters, '10');
    expect(
      await screen.findByText(/^\$333\.75 is all that is left: the order is canceled/),
    ).toBeVisible();
  });

  it('shows only the amounts of what is typed, however late the shop responds', async () => {
    const { previews } = show(paid, onClose);
    let respond: (late: Response) => void = () => undefined;
    previews(
      () =>
        new Promise((resolve) => {
          respond = resolve;
        }),
    );
    await choose('Some lines');
    await type(alternators, '1');
    expect(screen.getByText('—')).toBeVisible();
    await waitFor(() => {
      expect(respond).toHaveLength(1);
    });
    expect(screen.getByRole('button', { name: /^Refund/ })).toBeDisabled();
    previews(() => preview({ amount: 288.75, lines: [{ line: 1, amount: 288.75 }], left: 40 }));
    await type(alternators, '3');
    expect(await screen.findByText('$288.75')).toBeVisible();
    respond(preview({ amount: 96.25, lines: [{ line: 1, amount: 96.25 }] }));
    await press('Refund $288.75 to Marta Lindqvist');
    expect(onClose).toHaveBeenCalledWith(true);
  });

  it('works without a preview, and says why there is none', async () => {
    const { bodies, previews } = show(paid, onClose);
    previews(() => problem(409, 'payment_disputed'));
    await choose('Some lines');
    await type(alternators, '1');
    expect(await screen.findByRole('alert')).toBeVisible();
    await press('Refund a part of the order to Marta Lindqvist');
    await waitFor(() => {
      expect(bodies()).toEqual([{ lines: [{ line: 1, pieces: 1 }] }]);
    });
  });

  it('omits lines with nothing left', async () => {
    const [line, other] = paid.lines;
    if (!line || !other) throw new Error('no lines');
    show({ ...shipped, lines: [{ ...line, kept: 0 }, other] }, onClose);
    await choose('Some lines');
    expect(screen.queryByLabelText(alternators)).toBeNull();
    expect(screen.getByText('$96.25 each, 0 of 4 not refunded yet')).toBeVisible();
    await pressRefund();
    expect(await screen.findByText('choose at least one piece')).toBeVisible();
    expect(screen.getByLabelText(filters)).toHaveFocus();
  });
});

describe('refunding core charges', () => {
  const cores = 'Cores to refund of Alternator';
  /** The customer has three alternators, and for one of them the core charge was refunded. */
  const withCores: Order = {
    ...shipped,
    totalPrice: 665,
    refundedAmount: 216.25,
    lines: [
      {
        part: 'part-1',
        product: 'Alternator',
        quantity: 4,
        kept: 3,
        unitPrice: 96.25,
        core: 60,
        coresReturned: 1,
      },
      { part: 'part-2', product: 'Oil filter', quantity: 10, unitPrice: 4 },
    ],
  };

  it('works alone, and the parts stay with the customer', async () => {
    const { bodies, previews } = show(withCores, onClose);
    previews(() => preview({ amount: 120, lines: [{ line: 1, amount: 120 }], left: 328.75 }));
    await choose('Core charges');
    expect(screen.getByLabelText(cores)).toHaveAccessibleDescription(
      '$60 core charge each, 2 not paid back yet',
    );
    expect(screen.getByText('The customer keeps the parts.')).toBeVisible();
    expect(screen.queryByLabelText('Cores to refund of Oil filter')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    await type(cores, '2');
    expect(await screen.findByText('$120 is refunded, and the shop keeps $328.75.')).toBeVisible();
    await press('Refund $120 to Marta Lindqvist');
    await waitFor(() => {
      expect(bodies()).toEqual([{ lines: [{ line: 1, pieces: 2, coresOnly: true }] }]);
    });
  });

  it.each([
    ['0', 'choose at least one core'],
    ['3', 'cores must be from 0 to 2'],
  ])('rejects %s of two', async (typed, sentence) => {
    const { sent } = show(withCores, onClose);
    await choose('Core charges');
    await type(cores, typed);
    await pressRefund();
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByLabelText(cores)).toHaveFocus();
    expect(sent()).toHaveLength(0);
  });

  it('is not offered where none was paid', () => {
    show(paid, onClose);
    expect(screen.queryByRole('radio', { name: 'Core charges' })).toBeNull();
  });

  it('reports a conflict', async () => {
    show(withCores, onClose, () => problem(409, 'cores_not_left'));
    await choose('Core charges');
    await type(cores, '1');
    await pressRefund();
    expect(await screen.findByRole('alert')).toHaveTextContent('now has fewer core charges left');
  });
});

describe('refunding an amount', () => {
  it('sends dollars, with the note that only admins see', async () => {
    const { bodies, previews } = show(shipped, onClose, () =>
      json({ acknowledged: true, id: 'refund-1', amount: 38 }, 201),
    );
    previews(() => preview({ amount: 38, left: 290.75 }));
    await choose('An amount');
    await type('Amount in $', '$38.00');
    await type('Note (optional)', 'Scratched');
    await screen.findByText('$38 is refunded, and the shop keeps $290.75.');
    await press('Refund $38 to Marta Lindqvist');
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Refund started: $38');
    });
    expect(bodies()).toEqual([{ amount: 38, note: 'Scratched' }]);
  });

  it.each([
    ['', 'amount is required'],
    ['0', 'amount must be from $0.01 to $328.75'],
    ['-5', 'amount must be from $0.01 to $328.75'],
    ['328.76', 'amount must be from $0.01 to $328.75'],
    ['1.005', 'amount must have at most two decimals'],
    ['half', 'amount must be a number'],
    ['38,50', 'amount must be a number'],
  ])('rejects "%s"', async (typed, sentence) => {
    const { sent } = show(paid, onClose);
    await choose('An amount');
    await type('Amount in $', typed);
    await pressRefund();
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(screen.getByLabelText('Amount in $')).toHaveFocus();
    expect(screen.getByLabelText('Amount in $')).toHaveAccessibleDescription(sentence);
    expect(sent()).toHaveLength(0);
  });

  it('accepts all that is left, to the cent', async () => {
    const { bodies, previews } = show(paid, onClose);
    previews(() => preview({ amount: 328.75, whole: true, left: 0 }));
    await choose('An amount');
    await type('Amount in $', '328.75');
    expect(
      await screen.findByText(/^\$328\.75 is all that is left: the order is canceled/),
    ).toBeVisible();
    await pressRefund();
    await waitFor(() => {
      expect(bodies()).toEqual([{ amount: 328.75 }]);
    });
  });

  it('rejects a note that is too long', async () => {
    const { sent } = show(paid, onClose);
    await choose('An amount');
    await type('Amount in $', '5');
    await userEvent.click(screen.getByLabelText('Note (optional)'));
    await userEvent.paste('x'.repeat(201));
    await pressRefund();
    expect(await screen.findByText('note must be at most 200 characters')).toBeVisible();
    expect(sent()).toHaveLength(0);
  });
});
