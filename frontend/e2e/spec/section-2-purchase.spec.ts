import { problem } from '../support/answers';
import { payAs, orderAs, removePartAs, somePart } from '../support/calls';
import { expect, test } from '../support/people';
import { expectAccessible, placeOrder, toast } from '../support/shop';
import type { Page } from '@playwright/test';

const place = (page: Page) => page.getByRole('button', { name: 'PLACE ORDER' });

test('spec 2: purchase', async ({ newcomer: { page, name, email } }) => {
  const part = await somePart(page);
  await page.goto(`/purchase/${part._id}`);

  await test.step('shows image, title, price, available, minimum and description', async () => {
    await expect(page).toHaveTitle(`${part.title} | Autoparts`);
    await expect(page.getByRole('heading', { level: 1, name: part.title })).toBeVisible();
    await expect(page.getByRole('img', { name: part.title })).toBeVisible();
    await expect(page.getByText(/^Price: \$/)).toBeVisible();
    await expect(page.getByText(`Available: ${part.available} pcs.`)).toBeVisible();
    await expect(page.getByText(`Minimum Order: ${part.minOrderQuantity} pcs.`)).toBeVisible();
  });

  await test.step('has a form with the account’s name and email, address, phone and quantity', async () => {
    await expect(page.getByLabel('Name')).toHaveValue(name);
    await expect(page.getByLabel('Name')).not.toBeEditable();
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
    await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable();
    await expect(page.getByLabel('Address')).toBeEditable();
    await expect(page.getByLabel('Phone')).toHaveAttribute('type', 'tel');
    await expect(page.getByLabel('Quantity')).toHaveAttribute('type', 'number');
    await expect(page.getByLabel('Quantity')).toHaveAttribute(
      'placeholder',
      String(part.minOrderQuantity),
    );
    await expect(place(page)).toBeEnabled();
  });

  await test.step('an order leads to a toast, fresh stock and the payment', async () => {
    const sent = page.waitForRequest('**/orders');
    await placeOrder(page, '');
    // Section 5: an empty quantity is the minimum.
    expect((await sent).postDataJSON()).toMatchObject({
      quantity: part.minOrderQuantity,
      totalPrice: Math.round(part.minOrderQuantity * part.price * 100) / 100,
      paid: false,
    });
    await expect(toast(page, 'Order on progress')).toBeVisible();
    await expect(
      page.getByText(`Available: ${part.available - part.minOrderQuantity} pcs.`),
    ).toBeVisible();
    await expect(page.getByText(/^AP-\w{4}-\w{4}$/)).toBeVisible();
    await expect(place(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Order again' }).click();
    await expect(page.getByLabel('Quantity')).toBeFocused();
    await place(page).click();
    await page.getByRole('link', { name: 'Pay now' }).click();
    await expect(page).toHaveURL(/\/payment\/.+/);
  });
});

test('spec 2: what the order form remembers', async ({ newcomer: { page, email } }) => {
  const { order, part } = await orderAs(page);
  await payAs(page, order);

  await test.step('the next order starts with the address and phone of the last one that was paid', async () => {
    await page.goto(`/purchase/${part._id}`);
    await expect(page.getByLabel('Address')).toHaveValue('12 Harbor Street, Portland, ME');
    await expect(page.getByLabel('Phone')).toHaveValue('2075550173');
    await expect(page.getByLabel('Quantity')).toHaveValue('');
  });

  const expectDraft = async () => {
    await expect(page.getByLabel('Address')).toHaveValue('Half a str');
    await expect(page.getByLabel('Quantity')).toHaveValue('77');
  };
  await test.step('a half-filled order survives a reload and going back', async () => {
    await page.getByLabel('Address').fill('Half a str');
    await page.getByLabel('Quantity').fill('77');
    await page.reload();
    await expectDraft();
    await page.goto('/portfolio');
    await page.goBack();
    await expectDraft();
  });

  await test.step('a half-filled order survives the end of the session', async () => {
    await page.route('**/orders', (route) => route.fulfill(problem(401, 'unauthenticated')));
    await page.route('**/users/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill(problem(401, 'unauthenticated'))
        : route.continue(),
    );
    await page.getByLabel('Phone').fill('2075550174');
    await place(page).click();
    await expect(page).toHaveURL('/signin');
    await expect(page.getByText(/^Your session has expired\./)).toBeVisible();
    await page.unrouteAll();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('garage-1');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`/purchase/${part._id}`);
    await expectDraft();
    await expect(page.getByLabel('Phone')).toHaveValue('2075550174');
  });
});

test('spec 2: parts that cannot be ordered', async ({ asAdmin, asCustomer: page, ownPart }) => {
  await test.step('a part that does not exist is explained, with a link onward', async () => {
    for (const id of ['00000000-0000-7000-8000-000000000000', 'not-an-id']) {
      await page.goto(`/purchase/${id}`);
      await expect(page.getByRole('heading', { name: 'There is no such part' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Browse all parts' })).toBeVisible();
    }
    await expectAccessible(page);
  });

  await test.step('a sold-out part is marked', async () => {
    const { _id } = await ownPart.add({ available: 0 });
    await page.goto(`/purchase/${_id}`);
    await expect(page.getByText('This part is sold out.')).toBeVisible();
    await expect(place(page)).toBeDisabled();
    await expectAccessible(page);
  });

  await test.step('a part that does not load can be retried, and may be deleted while the form is open', async () => {
    const { _id, title } = await ownPart.add();
    await page.route('**/parts/*', (route) => route.abort());
    await page.goto(`/purchase/${_id}`);
    await expect(page.getByRole('heading', { name: 'The part did not load' })).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await removePartAs(asAdmin, _id);
    await placeOrder(page, '');
    await expect(page.getByRole('heading', { name: 'There is no such part' })).toBeVisible();
  });
});
