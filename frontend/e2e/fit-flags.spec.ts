// Fitment that learns: two returns raise a warning, and an admin suspends the part with one click.
import type { Page } from '@playwright/test';
import type { Fits, Return } from '../src/api/contract/generated-types';
import { callAs, payAs, type Part } from './support/calls';
import { CIVIC, listFor } from './support/fitment';
import { expect, test } from './support/people';
import { expectAccessible } from './support/shop';

const DESTINATION = {
  recipient: 'Nora Newcomer',
  line1: '12 Harbor Street',
  city: 'Portland',
  region: 'ME',
  postalCode: '04101',
  country: 'US',
};

/** Orders the part for a Civic and returns it because it does not fit. */
async function returnAsMisfit(page: Page, adminPage: Page, { _id }: Part): Promise<void> {
  const { insertedId: order } = await callAs<{ insertedId: string }>(page, 'POST', '/checkouts', {
    lines: [{ part: _id, quantity: 1, vehicle: CIVIC.id }],
    destination: DESTINATION,
    phone: '2075550173',
    totalPrice: 30,
  });
  await payAs(page, order);
  await callAs(adminPage, 'PUT', `/ship/${order}`, { status: 'shipped' });
  const { _id: id } = await callAs<Return>(page, 'POST', `/order/${order}/returns`, {
    lines: [{ line: 1, pieces: 1 }],
    reason: 'does_not_fit',
    note: 'The holes do not line up.',
  });
  await callAs(adminPage, 'PUT', `/returns/${id}`, {
    decision: 'receive',
    lines: [{ line: 1, restocked: 1 }],
  });
}

test('the returns of two customers raise a warning, and an admin suspends the part', async ({
  newcomer: { page },
  asCustomer,
  asAdmin,
  ownPart,
}) => {
  const part = await ownPart.add({ title: 'Wrong disc', price: 30, minOrderQuantity: 1 });
  await listFor(asAdmin, part, 'honda/civic', [{ from: 2016, to: 2021 }]);
  const verdict = async () => {
    const query = new URLSearchParams({ vehicle: CIVIC.id, parts: part._id });
    const { verdicts } = await callAs<Fits>(page, 'GET', `/fits?${query}`);
    return verdicts[0]?.verdict;
  };
  expect(await verdict()).toBe('fits');
  await returnAsMisfit(page, asAdmin, part);
  await returnAsMisfit(asCustomer, asAdmin, part);

  await asAdmin.setViewportSize({ width: 360, height: 800 });
  await asAdmin.goto('/dashboard/fit-flags');
  const row = asAdmin.getByRole('row').filter({ hasText: part.title });
  await expect(row).toContainText('2 of 2 sold for this car came back because they did not fit.');
  await expectAccessible(asAdmin);
  await row.getByRole('button', { name: /^Returns of/ }).click();
  const dialog = asAdmin.getByRole('dialog');
  await expect(dialog.getByText('The holes do not line up.')).toHaveCount(2);
  await expectAccessible(asAdmin);
  await dialog.getByRole('button', { name: 'close' }).click();
  await row.getByRole('button', { name: /^Suspend/ }).click();
  await expect(row).toBeHidden();
  expect(await verdict()).toBe('unknown');
});
