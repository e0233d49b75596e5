import { expect, test } from '@playwright/test';
import { fillCard, freshEmail, openFirstPart, placeOrder, toast } from './support/shop';

test('parts that do not load can be asked for again', async ({ page }) => {
  await page.route('**/parts?*', (route) => route.abort(), { times: 1 });
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Parts did not load' })).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: /^Purchase/ })).toHaveCount(6);
});

test('lost answers cost the customer nothing', async ({ page }) => {
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Lotte Loss');
  await page.getByLabel('Email').fill(freshEmail('lotte'));
  await page.getByLabel('Password').fill('garage-1');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('navigation').getByText('Lotte Loss')).toBeVisible();

  await test.step('an order whose answer is lost is placed once', async () => {
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
    await expect(page.getByLabel('Phone')).toHaveValue('2075550173');
    await page.getByRole('button', { name: 'PLACE ORDER' }).click();
    await expect(toast(page, 'Order on progress')).toBeVisible();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBeTruthy();
    expect(keys[1]).toBe(keys[0]);
  });

  await test.step('an expired access token is renewed unnoticed', async () => {
    await page.evaluate(() => {
      localStorage.setItem('accessToken', 'expired');
    });
    await page.goto('/dashboard');
    await expect(page.getByText('1 order, 1 to pay')).toBeVisible();
    const renewed = await page.evaluate(() => localStorage.getItem('accessToken'));
    expect(renewed).not.toBe('expired');
  });

  await test.step('a payment the shop did not hear of is reported again, not repeated', async () => {
    let confirmations = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) confirmations += 1;
    });
    await page.route(
      '**/booking/*',
      (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          json: { type: 'about:blank', title: 'Busy', status: 503, code: 'unavailable' },
        }),
      { times: 1 },
    );
    await page.getByRole('link', { name: /^pay/ }).click();
    await fillCard(page, '4242424242424242');
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(page.getByText('successfully completed payment')).toBeVisible();
    await expect(page.getByText('Your money has arrived')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(toast(page, 'payment successful')).toBeVisible();
    await expect(page.getByText('Your money has arrived')).toBeHidden();
    expect(confirmations).toBe(1);
  });

  await test.step('a price that changed meanwhile is shown before anything is ordered', async () => {
    await page.route(
      '**/parts/*',
      async (route) => {
        const answer = await route.fetch();
        const part = (await answer.json()) as { price: number };
        await route.fulfill({ response: answer, json: { ...part, price: part.price - 1 } });
      },
      { times: 1 },
    );
    await openFirstPart(page);
    const total = page.locator('.total b');
    const before = await total.textContent();
    await placeOrder(page, '');
    await expect(page.getByText(/^The price is now \$/)).toBeVisible();
    await expect(total).not.toHaveText(before ?? '');
    await page.getByRole('button', { name: 'PLACE ORDER' }).click();
    await expect(toast(page, 'Order on progress')).toBeVisible();
  });
});

test('an order deleted in one tab cannot be paid in another', async ({ page }) => {
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Tabea Two');
  await page.getByLabel('Email').fill(freshEmail('tabea'));
  await page.getByLabel('Password').fill('garage-1');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('navigation').getByText('Tabea Two')).toBeVisible();
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
