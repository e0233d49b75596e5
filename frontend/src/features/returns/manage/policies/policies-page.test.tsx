import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type {
  ReturnPolicies,
  ReturnPoliciesRequest,
  ReturnPolicy,
} from '../../../../api/contract/generated-types';
import { marta } from '../../../../testing/fixtures';
import { type Call, json, problem, renderScreen, serve } from '../../../../testing/test-shop';
import { PoliciesPage } from './policies-page';

const notify = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn(), info: vi.fn() }));
vi.mock('../../../../ui/messages/notify', () => ({ notify }));

const brakes: ReturnPolicy = {
  category: 'pads',
  condition: 'used',
  terms: { days: 14, returnable: false },
};
const bosch: ReturnPolicy = {
  brand: 'bosch',
  terms: { days: 30, returnable: true, shippingPaidBy: 'shop' },
};

const sentIn = ({ body }: Call) => JSON.parse(body) as ReturnPoliciesRequest;

/** Opens the page in a shop that stores what is saved. */
function open(policies: ReturnPolicy[], answer: (call: Call) => Response | null = () => null) {
  let saved: ReturnPolicies = { revision: 3, policies };
  const calls = serve((call) => {
    if (call.path === '/brands') return json([{ _id: 'bosch', name: 'Bosch', parts: 1 }]);
    if (call.path === '/categories') {
      return json([
        { _id: 'brakes', name: 'Brakes', position: 0 },
        { _id: 'pads', name: 'Pads', parent: 'brakes', position: 0 },
      ]);
    }
    const own = answer(call);
    if (own) return own;
    if (call.method === 'PUT') {
      const { revision, policies: sent } = sentIn(call);
      saved = { revision: Number(revision) + 1, policies: sent as ReturnPolicy[] };
    }
    return json(saved);
  });
  renderScreen(<PoliciesPage />, { path: '/policies', at: '/policies', person: marta });
  return {
    sent: () => calls.filter(({ method }) => method === 'PUT').map(sentIn),
    changeElsewhere: (other: ReturnPolicies) => {
      saved = other;
    },
  };
}

/** A shop where another admin saves first, once. */
function openStale(policies: ReturnPolicy[], theirs: ReturnPolicy[]) {
  let isStale = true;
  const shop = open(policies, ({ method }) => {
    if (method !== 'PUT' || !isStale) return null;
    isStale = false;
    shop.changeElsewhere({ revision: 9, policies: theirs });
    return problem(409, 'changed_meanwhile');
  });
  return shop;
}

const dialog = () => within(screen.getByRole('dialog'));
const save = () => userEvent.click(dialog().getByRole('button', { name: 'Save' }));
const closed = () =>
  waitFor(() => {
    expect(screen.queryByRole('dialog')).toBeNull();
  });
const choose = async (row: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `More for ${row}` }));
  await userEvent.click(screen.getByRole('button', { name: action }));
};

describe('the return policies', () => {
  it('begin with the terms of all parts, and where to start', async () => {
    const { sent } = open([]);
    expect(await screen.findByRole('heading', { name: 'No return policies yet' })).toBeVisible();
    expect(screen.getByText(/^Parts without a policy can be returned for 90 days\./)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Add the first policy' }));
    await userEvent.selectOptions(dialog().getByLabelText('Category'), 'Brakes › Pads');
    await userEvent.type(dialog().getByLabelText('Days to return'), '30');
    await userEvent.click(dialog().getByRole('radio', { name: 'The shop' }));
    const fee = dialog().getByLabelText('Restocking fee in %');
    await userEvent.clear(fee);
    await userEvent.type(fee, '15');
    await save();
    await closed();
    const terms = { days: 30, returnable: true, shippingPaidBy: 'shop', restockingPercent: 15 };
    expect(sent()).toEqual([{ revision: 3, policies: [{ category: 'pads', terms }] }]);
    expect(await screen.findByRole('row', { name: /^Brakes › Pads/ })).toHaveTextContent(
      'paid by the shop15%',
    );
  });

  it('are listed with the parts that they are for', async () => {
    open([brakes, bosch]);
    const table = await screen.findByRole('table', { name: 'Return policies' });
    await waitFor(() => {
      expect(
        within(table)
          .getAllByRole('row')
          .slice(1)
          .map((row) =>
            within(row)
              .getAllByRole('cell')
              .slice(0, -1)
              .map((cell) => cell.textContent),
          ),
      ).toEqual([
        ['Brakes › Pads, used', '14', 'not returnable', '–', '–'],
        ['Bosch', '30', 'returnable', 'paid by the shop', '–'],
      ]);
    });
  });

  it('are changed and deleted one at a time, and saved together', async () => {
    const { sent } = open([brakes, bosch]);
    await choose('Brakes › Pads, used', 'Edit');
    expect(dialog().queryByText('Return shipping is paid by')).toBeNull();
    await userEvent.click(dialog().getByRole('radio', { name: 'Returnable' }));
    await save();
    await closed();
    const terms = {
      days: 14,
      returnable: true,
      shippingPaidBy: 'customer',
      restockingPercent: 0,
    };
    expect(sent()[0]?.policies).toEqual([{ ...brakes, terms }, bosch]);
    await choose('Bosch', 'Delete');
    await userEvent.click(dialog().getByRole('button', { name: 'Delete' }));
    await closed();
    expect(sent()[1]).toEqual({ revision: 4, policies: [{ ...brakes, terms }] });
  });

  it('need something to be for, that no other policy is for, and days', async () => {
    const { sent } = open([bosch]);
    await userEvent.click(await screen.findByRole('button', { name: 'Add policy' }));
    const days = dialog().getByLabelText('Days to return');
    await userEvent.type(days, '0');
    await save();
    expect(await dialog().findByText('days must be from 1 to 3,650')).toBeVisible();
    await userEvent.type(days, '{backspace}7');
    await save();
    expect(await dialog().findByText('Choose a category, a brand or a condition.')).toBeVisible();
    await userEvent.selectOptions(dialog().getByLabelText('Brand'), 'Bosch');
    await save();
    expect(await dialog().findByText('another policy is for the same parts')).toBeVisible();
    expect(sent()).toEqual([]);
  });

  it('keep the input when another admin has saved in the meantime', async () => {
    const { sent } = openStale([bosch], [brakes]);
    await userEvent.click(await screen.findByRole('button', { name: 'Add policy' }));
    await userEvent.selectOptions(dialog().getByLabelText('Condition'), 'Used');
    await userEvent.type(dialog().getByLabelText('Days to return'), '7');
    await save();
    expect(
      await dialog().findByText(/^Someone else has changed the return policies/),
    ).toBeVisible();
    await save();
    await closed();
    const added = {
      condition: 'used',
      terms: { days: 7, returnable: true, shippingPaidBy: 'customer', restockingPercent: 0 },
    };
    expect(sent().at(-1)).toEqual({ revision: 9, policies: [brakes, added] });
  });

  it('keep what another admin has changed of the same policy', async () => {
    const terms = { ...bosch.terms, days: 60 };
    const { sent } = openStale([bosch], [brakes, { ...bosch, terms }]);
    await choose('Bosch', 'Edit');
    const fee = dialog().getByLabelText('Restocking fee in %');
    await userEvent.clear(fee);
    await userEvent.type(fee, '10');
    await save();
    expect(await dialog().findByText(/Save again to apply your changes\.$/)).toBeVisible();
    expect(dialog().getByLabelText('Days to return')).toHaveValue('60');
    await save();
    await closed();
    expect(sent().at(-1)).toEqual({
      revision: 9,
      policies: [brakes, { ...bosch, terms: { ...terms, restockingPercent: 10 } }],
    });
  });

  it('say that another admin has deleted the policy', async () => {
    openStale([bosch], []);
    await choose('Bosch', 'Edit');
    await save();
    expect(await dialog().findByText(/this policy no longer exists/)).toBeVisible();
  });

  it('are moved up, except the first', async () => {
    const { sent } = open([brakes, bosch]);
    await choose('Bosch', 'Move up');
    await waitFor(() => {
      expect(notify.success).toHaveBeenCalledWith('Bosch moved up');
    });
    expect(sent()).toEqual([{ revision: 3, policies: [bosch, brakes] }]);
    expect(screen.getByRole('button', { name: 'More for Bosch' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'More for Bosch' }));
    await waitFor(() => {
      expect(screen.queryByRole('button', { name: 'Move up' })).toBeNull();
    });
  });

  it('are not moved when another admin has saved in the meantime', async () => {
    openStale([brakes, bosch], [bosch]);
    await choose('Bosch', 'Move up');
    await waitFor(() => {
      expect(notify.error).toHaveBeenCalledWith(expect.stringMatching(/so nothing was moved\./));
    });
  });
});
