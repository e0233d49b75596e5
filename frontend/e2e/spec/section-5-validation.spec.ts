import { problem } from '../support/answers';
import { somePart } from '../support/calls';
import { expect, test } from '../support/people';
import { placeOrder, toast } from '../support/shop';
import type { Page } from '@playwright/test';

const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const place = (page: Page) => page.getByRole('button', { name: 'PLACE ORDER' });

/** Nothing may reach the server while a field is invalid. */
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
  test(`spec 5: ${path}`, async ({ page }) => {
    const calls = countCalls(page, '/accounts:');
    await page.goto(path);

    await test.step('email and password are required', async () => {
      await button(page, action).click();
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription('email is required');
      await expect(page.getByText('Password is required')).toBeVisible();
    });

    await test.step('the email must be valid', async () => {
      for (const email of ['marta', 'marta@', '@garage.example', 'marta@garage']) {
        await page.getByLabel('Email').fill(email);
        await button(page, action).click();
        await expect(page.getByText('provide a valid email'), email).toBeVisible();
      }
      await page.getByLabel('Email').fill('marta@garage.example');
      await expect(page.getByText('provide a valid email')).toHaveCount(0);
    });

    await test.step('the password has at least 6 characters', async () => {
      await page.getByLabel('Password').fill('12345');
      await button(page, action).click();
      await expect(page.getByText('must be 6 length')).toBeVisible();
      await page.getByLabel('Password').fill('123456');
      await expect(page.getByText('must be 6 length')).toHaveCount(0);
    });

    if (path === '/signup') {
      await test.step('the name is required', async () => {
        await page.getByLabel('Name').fill('   ');
        await button(page, action).click();
        await expect(page.getByText('name is required')).toBeVisible();
        await expect(page.getByLabel('Name')).toBeFocused();
      });
    }
    expect(calls.count).toBe(0);
  });
}

// An empty quantity is the minimum: `section-2-purchase.spec.ts`.
test('spec 5: purchase rejects invalid orders', async ({ asCustomer: page }) => {
  const { _id, minOrderQuantity, available } = await somePart(page);
  const calls = countCalls(page, '/orders');
  await page.goto(`/purchase/${_id}`);

  await test.step('address and phone are required', async () => {
    await page.getByLabel('Address').fill('  ');
    await page.getByLabel('Phone').fill('');
    await place(page).click();
    await expect(page.getByText('address is required')).toBeVisible();
    await expect(page.getByText('phone is required')).toBeVisible();
    await expect(page.getByLabel('Address')).toBeFocused();
  });

  await test.step('below the minimum is rejected with a toast, and explained on the page', async () => {
    for (const quantity of [minOrderQuantity - 1, 0, -3]) {
      await placeOrder(page, String(quantity));
      await expect(toast(page, `Minimum order ${minOrderQuantity} pieces`).first()).toBeVisible();
      await expect(page.getByLabel('Quantity')).toHaveAccessibleDescription(
        `At least ${minOrderQuantity}: enter ${minOrderQuantity} to ${available}.`,
      );
    }
  });

  await test.step('PLACE ORDER is disabled after a rejected quantity, until it changes', async () => {
    await expect(place(page)).toBeDisabled();
    await expect(page.getByLabel('Quantity')).toBeFocused();
    await page.getByLabel('Address').fill('Another street');
    await expect(place(page)).toBeDisabled();
    await page.getByLabel('Quantity').fill(String(minOrderQuantity));
    await expect(place(page)).toBeEnabled();
  });

  await test.step('above the stock is rejected with a toast, and explained on the page', async () => {
    await placeOrder(page, String(available + 1));
    await expect(
      toast(page, `Your ordered quantity is out of our range. we have only ${available} pcs.`),
    ).toBeVisible();
    await expect(page.getByLabel('Quantity')).toHaveAccessibleDescription(
      `At most ${available} are left: enter ${minOrderQuantity} to ${available}.`,
    );
  });

  await test.step('a fraction is not treated as an empty quantity', async () => {
    await page.getByLabel('Quantity').fill('');
    await page.getByLabel('Quantity').pressSequentially('1e');
    await place(page).click();
    await expect(page.getByText('provide a number')).toBeVisible();
    await page.getByLabel('Quantity').fill('12.5');
    await place(page).click();
    await expect(page.getByText('whole pieces only')).toBeVisible();
  });
  expect(calls.count).toBe(0);

  await test.step('a changed price is shown before anything is ordered', async () => {
    await page.route('**/orders', (route) => route.fulfill(problem(409, 'price_changed')), {
      times: 1,
    });
    await placeOrder(page, '');
    await expect(page.getByText(/^The price is now \$/)).toBeVisible();
    await expect(place(page)).toBeEnabled();
  });
});

test('spec 5: both limits are allowed, and stock that has sold is rejected', async ({
  ownPart,
  asCustomer,
  newcomer: { page },
}) => {
  const { _id } = await ownPart.add({ minOrderQuantity: 2, available: 6 });
  await asCustomer.goto(`/purchase/${_id}`);
  await expect(asCustomer.getByText('Available: 6 pcs.')).toBeVisible();
  await page.goto(`/purchase/${_id}`);
  await placeOrder(page, '2');
  await expect(page.getByText('Available: 4 pcs.')).toBeVisible();

  await test.step('stock that has sold is rejected with the same message', async () => {
    await placeOrder(asCustomer, '5');
    await expect(
      toast(asCustomer, 'Your ordered quantity is out of our range. we have only 4 pcs.'),
    ).toBeVisible();
    await expect(asCustomer.getByText('Available: 4 pcs.')).toBeVisible();
    await expect(place(asCustomer)).toBeDisabled();
    await expect(asCustomer.getByLabel('Address')).toHaveValue('12 Harbor Street, Portland, ME');
  });

  await test.step('all remaining stock can be ordered', async () => {
    await page.getByRole('link', { name: 'Order again' }).click();
    await placeOrder(page, '4');
    await expect(page.getByText('Available: 0 pcs.')).toBeVisible();
    await page.getByRole('link', { name: 'Order again' }).click();
    await expect(page.getByText('This part is sold out.')).toBeVisible();
  });
});
