import { callAs, orderAs, payAs } from '../support/calls';
import { expect, test } from '../support/people';
import { expectAccessible, toast } from '../support/shop';

test('spec 2: My Orders', async ({ newcomer: { page } }) => {
  const { part, order } = await orderAs(page);
  await page.goto('/dashboard');

  await test.step('the columns are index, Product, Quantity, Total Price and Status', async () => {
    await expect(page.getByRole('columnheader')).toHaveText([
      '#',
      'Product',
      'Quantity',
      'Total Price',
      'Status',
    ]);
    const cells = page.getByRole('row').nth(1).getByRole('cell');
    await expect(cells.nth(0)).toHaveText('1');
    await expect(cells.nth(1)).toContainText(part.title);
    await expect(cells.nth(1)).toContainText(/AP-\w{4}-\w{4}, /);
    await expect(cells.nth(2)).toHaveText(String(part.minOrderQuantity));
  });

  const modal = page.getByRole('dialog', { name: 'Are your sure you want to delete?' });
  await test.step('Delete asks in a modal with cancel and Delete', async () => {
    const remove = page.getByRole('button', { name: `Delete ${part.title}, order 1` });
    await remove.click();
    await expect(modal.getByRole('button')).toHaveText(['cancel', 'Delete']);
    await modal.getByRole('button', { name: 'cancel' }).click();
    await expect(modal).toBeHidden();
    await expect(remove).toBeFocused();
  });

  await test.step('pay goes to the payment page of that order; two orders of one part are distinguishable', async () => {
    await orderAs(page);
    await page.reload();
    await expect(
      page.getByRole('link', { name: `pay for ${part.title}, order 1`, exact: true }),
    ).toBeVisible();
    // The newest comes first.
    await page.getByRole('link', { name: `pay for ${part.title}, order 2`, exact: true }).click();
    await expect(page).toHaveURL(`/payment/${order}`);
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  });

  await test.step('Delete confirms with a toast', async () => {
    await page.getByRole('button', { name: `Delete ${part.title}, order 1` }).click();
    await modal.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Order Deleted')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(2);
  });

  let transaction = '';
  await test.step('an order that has been paid stays, and Delete is no longer offered', async () => {
    await page.getByRole('button', { name: /^Delete/ }).click();
    transaction = await payAs(page, order);
    const question = page.getByRole('dialog');
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(question.getByText(/has since been paid or shipped/)).toBeVisible();
    await expect(question.getByRole('button')).toHaveText(['close']);
    await expect(question.getByRole('button', { name: 'close' })).toBeFocused();
    await expectAccessible(page);
    await question.getByRole('button', { name: 'close' }).click();
  });

  await test.step('a paid order shows paid and the transaction id, and cannot be paid or deleted', async () => {
    const row = page.getByRole('row').nth(1);
    await expect(row.getByText('paid', { exact: true })).toBeVisible();
    await expect(row.getByText(`Transaction ${transaction}`)).toBeVisible();
    await expect(row.getByRole('link', { name: /^pay/ })).toHaveCount(0);
    await expect(row.getByRole('button')).toHaveCount(0);
  });
});

test('spec 2: an admin’s own orders are below the overview', async ({ asAdmin: page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  const { order, part } = await orderAs(page);
  try {
    await page.reload();
    const own = page.getByRole('region', { name: 'Your own orders' });
    await expect(own.getByRole('link', { name: `pay for ${part.title}` }).first()).toBeVisible();
  } finally {
    await callAs(page, 'DELETE', `/orders/${order}`);
  }
});
