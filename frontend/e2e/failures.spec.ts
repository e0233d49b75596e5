import type { Route } from '@playwright/test';
import { problem } from './support/answers';
import { expect, test } from './support/people';
import { expectAccessible, fillCard, openFirstPart, placeOrder, toast } from './support/shop';

test('an order whose response is lost is placed once, even after a reload', async ({
  newcomer: { page },
}) => {
  await openFirstPart(page);
  const keys: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/orders')) {
      keys.push(request.headers()['idempotency-key']);
    }
  });
  await page.route(
    '**/orders',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await placeOrder(page, '');
  await expect(page.getByText('The shop did not answer.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Phone')).toHaveValue('2075550173');
  await page.getByRole('button', { name: 'PLACE ORDER' }).click();
  await expect(toast(page, 'Order on progress')).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  await page.goto('/dashboard');
  await expect(page.getByText('1 order, 1 to pay')).toBeVisible();
});

test('an order deleted in one tab cannot be paid in another', async ({ newcomer: { page } }) => {
  await openFirstPart(page);
  await placeOrder(page, '');
  await expect(toast(page, 'Order on progress')).toBeVisible();
  await page.goto('/dashboard');

  const payTab = await page.context().newPage();
  await payTab.goto((await page.getByRole('link', { name: /^pay/ }).getAttribute('href')) ?? '');
  await fillCard(payTab, '4242424242424242');

  await page.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Order Deleted')).toBeVisible();

  await payTab.getByRole('button', { name: 'Pay', exact: true }).click();
  await expect(payTab.getByRole('heading', { name: 'There is no such order' })).toBeVisible();
});

test('an accepted card is not requested again, and the pages switch to paid automatically', async ({
  newcomer: { page },
}) => {
  await openFirstPart(page);
  await placeOrder(page, '');
  await expect(toast(page, 'Order on progress')).toBeVisible();
  await page.goto('/dashboard');
  const address = (await page.getByRole('link', { name: /^pay/ }).getAttribute('href')) ?? '';

  // The shop cannot register the payment for now: neither its response nor its view of the order
  // arrives.
  const context = page.context();
  await context.route('**/booking/*', (route) =>
    route.fulfill(problem(402, 'payment_not_completed')),
  );
  const asUnpaid = async (route: Route) => {
    const response = await route.fetch();
    const orders = (await response.json()) as object[];
    const unpaid = orders.map((order) => ({ ...order, paid: false, state: 'held' }));
    await route.fulfill({ response, json: unpaid });
  };
  await context.route('**/orders/*?*', asUnpaid);
  await page.goto(address);
  await fillCard(page, '4242424242424242');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  const words = /^Your card was accepted. We are waiting for the payment provider/;
  await expect(page.getByText(words)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay', exact: true })).toBeDisabled();
  await expectAccessible(page);

  const otherTab = await context.newPage();
  await otherTab.goto('/dashboard');
  await expect(otherTab.getByText('1 order, 0 to pay')).toBeVisible();
  await expect(otherTab.getByText(words)).toBeVisible();
  await expect(otherTab.getByRole('link', { name: /^pay/ })).toHaveCount(0);
  await expectAccessible(otherTab);

  await context.unroute('**/booking/*');
  await context.unroute('**/orders/*?*', asUnpaid);
  await otherTab.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(otherTab.getByText(/^Transaction pi_/)).toBeVisible();
  await expect(toast(page, 'payment successful')).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText(words)).toHaveCount(0);
});

test('an app that fails to load shows an error below the prerendered content', async ({ page }) => {
  await page.route('**/assets/libraries-*.js', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByText('Autoparts did not load. Please reload the page.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.unroute('**/assets/libraries-*.js');
  await page.reload();
  await expect(page.getByRole('link', { name: /^Purchase/ })).toHaveCount(6);
});
