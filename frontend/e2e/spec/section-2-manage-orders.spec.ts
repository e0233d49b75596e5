import { callAs, orderAs, payAs } from '../support/calls';
import { expect, test } from '../support/people';
import { expectAccessible, toast } from '../support/shop';

test.describe('spec 2: Manage Orders', () => {
  test('shows product and id, name, email, quantity, total price and status', async ({
    newcomer,
    asAdmin: page,
  }) => {
    const { order, part } = await orderAs(newcomer.page);
    await page.goto('/dashboard/manageorders');
    await expect(page.getByRole('columnheader')).toHaveText([
      /Select/,
      'Product and id',
      'Name and email',
      'Quantity',
      'Total Price',
      'Status',
      'Actions',
    ]);
    const cells = page.getByRole('row').filter({ hasText: order }).getByRole('cell');
    await expect(cells.nth(1)).toHaveText(new RegExp(`^${part.title}.*${order}$`));
    await expect(cells.nth(2)).toHaveText(`${newcomer.name}${newcomer.email}`);
    await expect(cells.nth(3)).toHaveText(String(part.minOrderQuantity));
    await expect(cells.nth(4)).toHaveText(/^\$[\d,]+(\.\d\d)?$/);
    await expect(cells.nth(5)).toHaveText('unpaidpending');
    await expectAccessible(page);
  });

  test('ship marks an order as shipped, and shows only while it is pending', async ({
    newcomer,
    asAdmin: page,
  }) => {
    const { order } = await orderAs(newcomer.page);
    await payAs(newcomer.page, order);
    await page.goto('/dashboard/manageorders?show=to-ship');
    const row = page.getByRole('row').filter({ hasText: order });
    await expect(row.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
    const shipping = page.waitForRequest(`**/ship/${order}`);
    await row.getByRole('button', { name: /^ship/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Ship AP-/ });
    await dialog.getByLabel('Carrier (optional)').fill('Northline');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Ship' }).click();
    await expect(page.getByText(/Nothing is sent for ten seconds\.$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await expectAccessible(page);
    const call = await shipping;
    expect(call.method()).toBe('PUT');
    expect(call.postDataJSON()).toEqual({ status: 'shipped', carrier: 'Northline' });
    await expect(toast(page, 'Order shipped')).toBeVisible();
    await expect(row).toHaveCount(0);

    await page.getByRole('link', { name: /^Shipped/ }).click();
    await expect(row.getByText('shipped', { exact: true })).toBeVisible();
    await expect(row.getByRole('button', { name: /^(ship|Delete)/ })).toHaveCount(0);
  });

  test('shipping is sent when the page is left, and not when it is taken back', async ({
    newcomer,
    asAdmin: page,
  }) => {
    const { order } = await orderAs(newcomer.page);
    await payAs(newcomer.page, order);
    await page.goto(`/dashboard/manageorders?q=${order}`);
    const row = page.getByRole('row').filter({ hasText: order });
    const ship = async () => {
      await row.getByRole('button', { name: /^ship/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Ship', exact: true }).click();
    };
    await ship();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.reload();
    await expect(row.getByText('pending', { exact: true })).toBeVisible();
    await ship();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.goto('/portfolio');
    await expect
      .poll(() => callAs<{ status: string }>(page, 'GET', `/order/${order}`))
      .toMatchObject({ status: 'shipped' });
  });

  test('an order opens beside the list where there is room, and on its own page elsewhere', async ({
    newcomer,
    asAdmin: page,
  }) => {
    const { order, part } = await orderAs(newcomer.page);
    await page.goto(`/dashboard/manageorders?q=${order}`);
    const link = page.getByRole('link', { name: new RegExp(`^${part.title}, order AP-`) });
    await link.click();
    const panel = page.getByRole('complementary', { name: 'Opened order' });
    await expect(panel.getByText('12 Harbor Street, Portland, ME')).toBeVisible();
    await expectAccessible(page);
    await page.goBack();
    await expect(panel).toHaveCount(0);
    await page.setViewportSize({ width: 768, height: 900 });
    await link.click();
    await expect(page).toHaveURL(`/dashboard/orders/${order}`);
    await expect(page.getByRole('region', { name: 'For admins' })).toBeVisible();
    await expectAccessible(page);
  });

  test('Delete shows only while unpaid, and asks with the browser’s confirm', async ({
    newcomer,
    asAdmin: page,
  }) => {
    const { order } = await orderAs(newcomer.page);
    await page.goto('/dashboard/manageorders');
    const row = page.getByRole('row').filter({ hasText: order });
    const remove = row.getByRole('button', { name: /^Delete/ });
    const questions: string[] = [];
    page.once('dialog', (dialog) => {
      questions.push(`${dialog.type()}: ${dialog.message()}`);
      void dialog.dismiss();
    });
    await remove.click();
    expect(questions).toEqual(['confirm: Are you sure you want to delete?']);
    await expect(row).toBeVisible();

    page.once('dialog', (dialog) => void dialog.accept());
    const deleting = page.waitForRequest(
      (request) => request.method() === 'DELETE' && request.url().endsWith(`/ship/${order}`),
    );
    await remove.click();
    await deleting;
    await expect(toast(page, 'Order Deleted')).toBeVisible();
    await expect(row).toHaveCount(0);
  });

  test('orders can be filtered and found, and the address remembers how', async ({
    newcomer,
    asAdmin: page,
  }) => {
    await orderAs(newcomer.page);
    await page.goto('/dashboard/manageorders');
    await page.getByRole('link', { name: /^Unpaid/ }).click();
    await page.getByRole('searchbox').fill(newcomer.email.toUpperCase());
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.reload();
    await expect(page.getByRole('searchbox')).toHaveValue(newcomer.email.toUpperCase());
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.getByRole('link', { name: /^Shipped/ }).click();
    await expect(page.getByRole('heading', { name: 'No such orders' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Show all orders' }).click();
    await expect(page).toHaveURL('/dashboard/manageorders');
    await expect(page.getByRole('row').nth(1)).toBeVisible();
  });

  test('orders that do not load can be asked for again', async ({ asAdmin: page }) => {
    await page.route('**/orders?*', (route) => route.abort(), { times: 1 });
    await page.goto('/dashboard/manageorders');
    await expect(page.getByRole('heading', { name: 'The orders did not load' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('paid and waiting to ship')).toBeVisible();
  });
});
