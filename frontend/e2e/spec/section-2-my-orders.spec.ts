import { callAs, orderAs, payAs } from '../support/calls';
import { expect, test } from '../support/people';
import { expectAccessible, toast } from '../support/shop';

test.describe('spec 2: My Orders', () => {
  test('the columns are index, Product, Quantity, Total Price and Status', async ({ newcomer }) => {
    const { page } = newcomer;
    const { part } = await orderAs(page);
    await page.goto('/dashboard');
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
    await expectAccessible(page);
  });

  test('a paid order shows paid and the transaction id, and cannot be paid or deleted', async ({
    newcomer,
  }) => {
    const { page } = newcomer;
    const { order } = await orderAs(page);
    const transaction = await payAs(page, order);
    await page.goto('/dashboard');
    const row = page.getByRole('row').nth(1);
    await expect(row.getByText('paid', { exact: true })).toBeVisible();
    await expect(row.getByText(`Transaction ${transaction}`)).toBeVisible();
    await expect(row.getByRole('link', { name: /^pay/ })).toHaveCount(0);
    await expect(row.getByRole('button')).toHaveCount(0);
  });

  test('Delete asks in a modal with cancel and Delete, and tells that it is done', async ({
    newcomer,
  }) => {
    const { page } = newcomer;
    const { part } = await orderAs(page);
    await page.goto('/dashboard');
    const remove = page.getByRole('button', { name: `Delete ${part.title}, order 1` });
    await remove.click();
    const modal = page.getByRole('dialog', { name: 'Are your sure you want to delete?' });
    await expect(modal.getByRole('button')).toHaveText(['cancel', 'Delete']);
    await expectAccessible(page);
    await modal.getByRole('button', { name: 'cancel' }).click();
    await expect(modal).toBeHidden();
    await expect(remove).toBeFocused();

    await remove.click();
    await modal.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Order Deleted')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No orders yet' })).toBeVisible();
    await expectAccessible(page);
  });

  test('pay goes to the payment page of that order; two orders of one part are told apart', async ({
    newcomer,
  }) => {
    const { page } = newcomer;
    const { part, order } = await orderAs(page);
    await orderAs(page);
    await page.goto('/dashboard');
    await expect(
      page.getByRole('link', { name: `pay for ${part.title}, order 1`, exact: true }),
    ).toBeVisible();
    // The newest comes first.
    await page.getByRole('link', { name: `pay for ${part.title}, order 2`, exact: true }).click();
    await expect(page).toHaveURL(`/payment/${order}`);
  });

  test('an order paid meanwhile stays, and Delete is not offered again', async ({ newcomer }) => {
    const { page } = newcomer;
    const { order } = await orderAs(page);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /^Delete/ }).click();
    await payAs(page, order);
    const modal = page.getByRole('dialog');
    await modal.getByRole('button', { name: 'Delete' }).click();
    await expect(modal.getByText(/has since been paid or shipped/)).toBeVisible();
    await expect(modal.getByRole('button')).toHaveText(['close']);
    await expect(modal.getByRole('button', { name: 'close' })).toBeFocused();
    await modal.getByRole('button', { name: 'close' }).click();
    await expect(page.getByText('paid', { exact: true })).toBeVisible();
  });

  test('an admin who ordered something finds it below the overview', async ({ asAdmin: page }) => {
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
});
