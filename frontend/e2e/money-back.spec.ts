// Money that moves without the shop: refunds in the provider's dashboard, disputes at the
// customer's bank.
import type { Page } from '@playwright/test';
import { disputeAtBank, refundAtProvider, orderAs, payAs } from './support/calls';
import { expect, test } from './support/people';
import { expectAccessible, openRefundDialog, shipFrom, toast } from './support/shop';

/** A paid order of a new user. */
async function paidBy(page: Page) {
  const { order } = await orderAs(page);
  return { order, payment: await payAs(page, order) };
}

const rowOf = (page: Page, order: string) => page.getByRole('row').filter({ hasText: order });

test('a partly reversed payment ships after a second confirmation and can be refunded in full', async ({
  newcomer: { page: customer },
  asAdmin: page,
}) => {
  const paid = await paidBy(customer);
  await refundAtProvider(customer, paid, 500);
  await customer.goto('/dashboard');
  await expect(customer.getByText(`Transaction ${paid.payment}, $5 of it refunded`)).toBeVisible();
  await expectAccessible(customer);

  await page.goto('/dashboard/manageorders');
  const row = rowOf(page, paid.order);
  await expect(row.getByText('$5 refunded')).toBeVisible();
  await row.getByRole('button', { name: /^ship/ }).click();
  const question = page.getByRole('dialog', { name: /^Ship AP-/ });
  await expect(question.getByText(/\$5.* Ship it anyway\?$/)).toBeVisible();
  await question.getByRole('button', { name: 'cancel' }).click();
  await expect(row.getByText('pending')).toBeVisible();
  await shipFrom(page, row, 'Ship anyway');
  await expect(toast(page, 'Order shipped')).toBeVisible();
  await expect(row.getByText('shipped', { exact: true })).toBeVisible();
  await expectAccessible(page);

  const refund = await openRefundDialog(page, row);
  await expect(
    refund.getByText(/was shipped\. The parts are not returned to stock\./),
  ).toBeVisible();
  await refund.getByRole('button', { name: /^Refund/ }).click();
  await expect(toast(page, 'Refund started')).toBeVisible();
  await expect(row.getByText('refunded', { exact: true })).toBeVisible();
  await expect(row.getByRole('button')).toHaveCount(0);
  await customer.reload();
  await expect(customer.getByText('refunded', { exact: true })).toBeVisible();
});

test('during a dispute, the shop keeps the money and asks before shipping', async ({
  newcomer: { page: customer },
  asAdmin: page,
}) => {
  const paid = await paidBy(customer);
  await disputeAtBank(customer, paid, 'needs_response');
  await customer.goto('/dashboard');
  await expect(
    customer.getByText(/your bank is holding it until the dispute is decided$/),
  ).toBeVisible();
  await expectAccessible(customer);

  await page.goto('/dashboard');
  await page.getByRole('link', { name: /^[1-9]\d* orders? in dispute$/ }).click();
  await expect(page).toHaveURL('/dashboard/manageorders?show=disputed');
  const row = rowOf(page, paid.order);
  await expect(row.getByText('disputed', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: /^More for/ })).toHaveCount(0);
  await row.getByRole('button', { name: /^ship/ }).click();
  await expect(page.getByText(/Ship it anyway\?$/)).toBeVisible();
  await expectAccessible(page);

  await disputeAtBank(customer, paid, 'won');
  await page.goto('/dashboard/manageorders?show=to-ship');
  await expect(row.getByText('dispute won')).toBeVisible();
  await expect(row.getByRole('button', { name: /^More for/ })).toBeVisible();
  await shipFrom(page, row);
  await expect(toast(page, 'Order shipped')).toBeVisible();
});

test('reversed payments, lost disputes and bank inquiries', async ({
  newcomer: { page: customer },
  asAdmin: page,
}) => {
  const refunded = await paidBy(customer);
  const lost = await paidBy(customer);
  const inquiry = await paidBy(customer);
  await refundAtProvider(customer, refunded);
  await disputeAtBank(customer, lost, 'needs_response');
  await disputeAtBank(customer, lost, 'lost');
  await disputeAtBank(customer, inquiry, 'warning_needs_response');

  await test.step('an order is refunded once all its money was reversed', async () => {
    await page.goto('/dashboard/manageorders?show=refunded');
    const row = rowOf(page, refunded.order);
    await expect(row.getByText('refunded', { exact: true })).toBeVisible();
    await expect(row.getByRole('button')).toHaveCount(0);
  });

  await test.step('an order with a lost dispute is not shipped', async () => {
    await page.goto(`/dashboard/manageorders?q=${lost.order}`);
    const row = rowOf(page, lost.order);
    await expect(row.getByText('dispute lost')).toBeVisible();
    await expect(row.getByRole('button', { name: /^ship/ })).toHaveCount(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: /^To ship/ }).click();
    await expect(row).toHaveCount(0);
  });

  await test.step('a bank inquiry is shown, and the money stays with the shop', async () => {
    await page.goto('/dashboard/manageorders?show=disputed');
    const row = rowOf(page, inquiry.order);
    await expect(row.getByText('bank inquiry')).toBeVisible();
    await expect(await openRefundDialog(page, row)).toBeVisible();
  });

  await test.step('the customer sees the state of each payment', async () => {
    await customer.goto('/dashboard');
    await expect(customer.getByText('Your refund is on its way')).toBeVisible();
    await expect(customer.getByText(/your bank has returned it to you$/)).toBeVisible();
    await expect(customer.getByText(/your bank has asked us about it$/)).toBeVisible();
    await expect(customer.getByRole('link', { name: /^pay/ })).toHaveCount(0);
  });
});
