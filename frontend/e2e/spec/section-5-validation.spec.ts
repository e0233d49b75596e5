import { problem } from '../support/answers';
import { somePart } from '../support/calls';
import { expect, test } from '../support/people';
import { placeOrder, toast } from '../support/shop';
import type { Page } from '@playwright/test';

const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const place = (page: Page) => page.getByRole('button', { name: 'PLACE ORDER' });

/** Nothing may reach the server while a field is wrong. */
function countCalls(page: Page, part: string) {
  const seen = { count: 0 };
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes(part)) seen.count += 1;
  });
  return seen;
}

for (const { path, action } of [
  { path: '/signin', action: 'Sign in' },
  { path: '/signup', action: 'Sign up' },
]) {
  test.describe(`spec 5: ${path}`, () => {
    test('the email is required', async ({ page }) => {
      const calls = countCalls(page, '/accounts:');
      await page.goto(path);
      await button(page, action).click();
      await expect(page.getByText('email is required')).toBeVisible();
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription('email is required');
      expect(calls.count).toBe(0);
    });

    test('the email must look like one', async ({ page }) => {
      await page.goto(path);
      for (const email of ['marta', 'marta@', '@garage.example', 'marta@garage']) {
        await page.getByLabel('Email').fill(email);
        await button(page, action).click();
        await expect(page.getByText('provide a valid email'), email).toBeVisible();
      }
      await page.getByLabel('Email').fill('marta@garage.example');
      await expect(page.getByText('provide a valid email')).toHaveCount(0);
    });

    test('the password is required', async ({ page }) => {
      await page.goto(path);
      await button(page, action).click();
      await expect(page.getByText('Password is required')).toBeVisible();
    });

    test('the password has at least 6 characters', async ({ page }) => {
      const calls = countCalls(page, '/accounts:');
      await page.goto(path);
      await page.getByLabel('Email').fill('marta@garage.example');
      await page.getByLabel('Password').fill('12345');
      await button(page, action).click();
      await expect(page.getByText('must be 6 length')).toBeVisible();
      await page.getByLabel('Password').fill('123456');
      await expect(page.getByText('must be 6 length')).toHaveCount(0);
      expect(calls.count).toBe(0);
    });
  });
}

test('spec 5: /signup: the name is required', async ({ page }) => {
  await page.goto('/signup');
  await page.getByLabel('Name').fill('   ');
  await button(page, 'Sign up').click();
  await expect(page.getByText('name is required')).toBeVisible();
  await expect(page.getByLabel('Name')).toBeFocused();
});

test.describe('spec 5: purchase', () => {
  test('an empty quantity is the minimum', async ({ newcomer: { page } }) => {
    const { _id, minOrderQuantity, price } = await somePart(page);
    await page.goto(`/purchase/${_id}`);
    const sent = page.waitForRequest('**/orders');
    await placeOrder(page, '');
    const total = Math.round(minOrderQuantity * price * 100) / 100;
    expect((await sent).postDataJSON()).toMatchObject({
      quantity: minOrderQuantity,
      totalPrice: total,
      paid: false,
    });
    await expect(toast(page, 'Order on progress')).toBeVisible();
  });

  test('below the minimum is rejected with a toast, and explained on the page', async ({
    asCustomer: page,
  }) => {
    const { _id, minOrderQuantity, available } = await somePart(page);
    const calls = countCalls(page, '/orders');
    await page.goto(`/purchase/${_id}`);
    for (const quantity of [minOrderQuantity - 1, 0, -3]) {
      await placeOrder(page, String(quantity));
      await expect(toast(page, `Minimum order ${minOrderQuantity} pieces`).first()).toBeVisible();
      await expect(page.getByLabel('Quantity')).toHaveAccessibleDescription(
        `At least ${minOrderQuantity}: enter ${minOrderQuantity} to ${available}.`,
      );
    }
    expect(calls.count).toBe(0);
  });

  test('above the stock is rejected with a toast, and explained on the page', async ({
    asCustomer: page,
  }) => {
    const { _id, minOrderQuantity, available } = await somePart(page);
    const calls = countCalls(page, '/orders');
    await page.goto(`/purchase/${_id}`);
    await placeOrder(page, String(available + 1));
    await expect(
      toast(page, `Your ordered quantity is out of our range. we have only ${available} pcs.`),
    ).toBeVisible();
    await expect(page.getByLabel('Quantity')).toHaveAccessibleDescription(
      `At most ${available} are left: enter ${minOrderQuantity} to ${available}.`,
    );
    expect(calls.count).toBe(0);
  });

  test('both limits themselves are allowed', async ({ ownPart, newcomer: { page } }) => {
    const { _id } = await ownPart.add({ minOrderQuantity: 2, available: 6 });
    await page.goto(`/purchase/${_id}`);
    await placeOrder(page, '2');
    await expect(page.getByText('Available: 4 pcs.')).toBeVisible();
    await page.getByRole('link', { name: 'Order again' }).click();
    await placeOrder(page, '4');
    await expect(page.getByText('Available: 0 pcs.')).toBeVisible();
    await page.getByRole('link', { name: 'Order again' }).click();
    await expect(page.getByText('This part is sold out.')).toBeVisible();
  });

  test('stock that was taken meanwhile is refused in the same words', async ({
    ownPart,
    asCustomer,
    newcomer,
  }) => {
    const { _id } = await ownPart.add({ minOrderQuantity: 2, available: 6 });
    await asCustomer.goto(`/purchase/${_id}`);
    await expect(asCustomer.getByText('Available: 6 pcs.')).toBeVisible();
    await newcomer.page.goto(`/purchase/${_id}`);
    await placeOrder(newcomer.page, '3');
    await expect(toast(newcomer.page, 'Order on progress')).toBeVisible();

    await placeOrder(asCustomer, '5');
    await expect(
      toast(asCustomer, 'Your ordered quantity is out of our range. we have only 3 pcs.'),
    ).toBeVisible();
    await expect(asCustomer.getByText('Available: 3 pcs.')).toBeVisible();
    await expect(place(asCustomer)).toBeDisabled();
    await expect(asCustomer.getByLabel('Address')).toHaveValue('12 Harbor Street, Portland, ME');
  });

  test('a price that changed meanwhile is shown before anything is ordered', async ({
    asCustomer: page,
  }) => {
    const { _id } = await somePart(page);
    await page.goto(`/purchase/${_id}`);
    await page.route('**/orders', (route) => route.fulfill(problem(409, 'price_changed')), {
      times: 1,
    });
    await placeOrder(page, '');
    await expect(page.getByText(/^The price is now \$/)).toBeVisible();
    await expect(place(page)).toBeEnabled();
  });

  test('address and phone are required', async ({ newcomer: { page } }) => {
    const { _id } = await somePart(page);
    const calls = countCalls(page, '/orders');
    await page.goto(`/purchase/${_id}`);
    await page.getByLabel('Address').fill('  ');
    await place(page).click();
    await expect(page.getByText('address is required')).toBeVisible();
    await expect(page.getByText('phone is required')).toBeVisible();
    await expect(page.getByLabel('Address')).toBeFocused();
    expect(calls.count).toBe(0);
  });

  test('what is no whole number is not taken for an empty quantity', async ({
    newcomer: { page },
  }) => {
    const { _id } = await somePart(page);
    const calls = countCalls(page, '/orders');
    await page.goto(`/purchase/${_id}`);
    await page.getByLabel('Address').fill('12 Harbor Street');
    await page.getByLabel('Phone').fill('2075550173');
    await page.getByLabel('Quantity').pressSequentially('1e');
    await place(page).click();
    await expect(page.getByText('provide a number')).toBeVisible();
    await page.getByLabel('Quantity').fill('12.5');
    await place(page).click();
    await expect(page.getByText('whole pieces only')).toBeVisible();
    expect(calls.count).toBe(0);
  });
});
