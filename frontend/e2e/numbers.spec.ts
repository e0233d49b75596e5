import { readFile } from 'node:fs/promises';
import { orderAs, payAs } from './support/calls';
import { expect, test } from './support/people';
import { expectAccessible } from './support/shop';

test('an admin sees the shop’s statistics and exports them and the orders', async ({
  asAdmin: page,
  newcomer,
}) => {
  const { order: id } = await orderAs(newcomer.page);
  await payAs(newcomer.page, id);
  await page.goto('/dashboard');
  await page.getByRole('link', { name: 'Numbers', exact: true }).click();
  await expect(page).toHaveURL('/dashboard/numbers');
  const revenue = page.getByRole('region', { name: 'Revenue' });
  await expect(revenue.getByRole('img', { name: /^Revenue: highest \$[1-9]/ })).toBeVisible();
  await revenue.getByText('Revenue as a table').click();
  await expect(revenue.getByRole('row')).toHaveCount(31);
  await expectAccessible(page);
  await page.getByRole('link', { name: '12 months' }).click();
  await expect(page).toHaveURL(/show=12m/);
  await expect(page.getByRole('link', { name: '12 months' })).toHaveAttribute(
    'aria-current',
    'true',
  );

  const today = new Date().toISOString().slice(0, 10);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^CSV/ }).click();
  const numbers = await saved;
  expect(numbers.suggestedFilename()).toBe(`numbers-${today}.csv`);
  const lines = (await readFile(await numbers.path(), 'utf8')).trimEnd().split('\r\n');
  expect(lines[0]).toBe('\uFEFFfrom,to,orders,new customers,revenue,refunds');
  expect(lines).toHaveLength(13);

  await page.goto(`/dashboard/manageorders?q=${id}`);
  const ordersSaved = page.waitForEvent('download');
  await page.getByRole('button', { name: /^CSV/ }).click();
  const orders = await ordersSaved;
  expect(orders.suggestedFilename()).toBe(`orders-${today}.csv`);
  const rows = (await readFile(await orders.path(), 'utf8')).trimEnd().split('\r\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain(id);
});
