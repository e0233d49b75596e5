import { callAs, orderAs, payAs } from '../support/calls';
import { expect, test } from '../support/people';
import { expectAccessible, toast } from '../support/shop';

test('spec 2: Manage Orders shows, finds, opens and deletes orders', async ({
  newcomer,
  asAdmin: page,
}) => {
  const { order, part } = await orderAs(newcomer.page);
  const row = page.getByRole('row').filter({ hasText: order });
  await page.goto('/dashboard/manageorders');

  await test.step('shows product and id, name, email, quantity, total price and status', async () => {
    await expect(page.getByRole('columnheader')).toHaveText([
      /Select/,
      'Product and id',
      'Name and email',
      'Quantity',
      'Total Price',
      'Status',
      'Actions',
    ]);
    const cells = row.getByRole('cell');
    await expect(cells.nth(1)).toHaveText(new RegExp(`^${part.title}.*${order}$`));
    await expect(cells.nth(2)).toHaveText(`${newcomer.name}${newcomer.email}`);
    await expect(cells.nth(3)).toHaveText(String(part.minOrderQuantity));
    await expect(cells.nth(4)).toHaveText(/^\$[\d,]+(\.\d\d)?$/);
    await expect(cells.nth(5)).toHaveText('unpaidpending');
  });

  await test.step('orders can be filtered and searched, and the URL stores both', async () => {
    await page.getByRole('link', { name: /^Unpaid/ }).click();
    await page.getByRole('searchbox').fill(newcomer.email.toUpperCase());
    await expect(page).toHaveURL(/q=NORA/);
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

  await test.step('Delete shows only while unpaid, and asks with the browser’s confirm', async () => {
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

  await test.step('an order opens next to the list where there is room, and on its own page elsewhere', async () => {
    const { order: next } = await orderAs(newcomer.page);
    await page.goto(`/dashboard/manageorders?q=${next}`);
    const link = page.getByRole('link', { name: new RegExp(`^${part.title}, order AP-`) });
    await link.click();
    const panel = page.getByRole('complementary', { name: 'Opened order' });
    await expect(panel.getByText('12 Harbor Street, Portland, ME')).toBeVisible();
    await page.goBack();
    await expect(panel).toHaveCount(0);
    await page.setViewportSize({ width: 768, height: 900 });
    await link.click();
    await expect(page).toHaveURL(`/dashboard/orders/${next}`);
    await expect(page.getByRole('region', { name: 'For admins' })).toBeVisible();
  });

  await test.step('orders that do not load can be retried', async () => {
    await page.route('**/orders?*', (route) => route.abort(), { times: 1 });
    await page.goto('/dashboard/manageorders');
    await expect(page.getByRole('heading', { name: 'The orders did not load' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('paid and waiting to ship')).toBeVisible();
  });
});

test('spec 2: ship marks an order as shipped', async ({ newcomer, asAdmin: page }) => {
  const orders: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { order } = await orderAs(newcomer.page);
    await payAs(newcomer.page, order);
    orders.push(order);
  }
  const [order = '', other = ''] = orders;
  const rowOf = (id: string) => page.getByRole('row').filter({ hasText: id });
  const row = rowOf(order);
  await page.goto('/dashboard/manageorders?show=to-ship');

  await test.step('ship shows only while the order is pending', async () => {
    await expect(row.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
    await row.getByRole('button', { name: /^ship/ }).click();
    const dialog = page.getByRole('dialog', { name: /^Ship AP-/ });
    await dialog.getByLabel('Carrier (optional)').fill('Northline');
    await dialog.getByRole('button', { name: 'Ship' }).click();
    await expect(page.getByText(/You have ten seconds to undo this\.$/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await expectAccessible(page);
    const shipping = page.waitForRequest(`**/ship/${order}`);
    await page.getByRole('button', { name: 'Ship now' }).click();
    const call = await shipping;
    expect(call.method()).toBe('PUT');
    expect(call.postDataJSON()).toEqual({ status: 'shipped', carrier: 'Northline' });
    await expect(toast(page, 'Order shipped')).toBeVisible();
    await expect(row).toHaveCount(0);

    await page.getByRole('link', { name: /^Shipped/ }).click();
    await expect(row.getByText('shipped', { exact: true })).toBeVisible();
    await expect(row.getByRole('button', { name: /^(ship|Delete)/ })).toHaveCount(0);
  });

  await test.step('a held shipment is sent when the page is left, unless it is undone', async () => {
    await page.goto(`/dashboard/manageorders?q=${other}`);
    const ship = async () => {
      await rowOf(other).getByRole('button', { name: /^ship/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Ship', exact: true }).click();
    };
    await ship();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.reload();
    await expect(rowOf(other).getByText('pending', { exact: true })).toBeVisible();
    await ship();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await page.goto('/portfolio');
    await expect
      .poll(() => callAs<{ status: string }>(page, 'GET', `/order/${other}`))
      .toMatchObject({ status: 'shipped' });
  });
});
