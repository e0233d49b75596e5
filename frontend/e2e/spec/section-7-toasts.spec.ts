import type { Page, Request } from '@playwright/test';
import { aProduct, anOrder, aUser, changed, deleted, inserted } from '../../src/testing/fixtures';
import { expect, test } from '../support/people';
import { toast } from '../support/shop';

/** Mocks one API call; the returned function gives the request that was sent. */
async function mockCall(page: Page, method: string, url: string, json: object) {
  let sent: Request | undefined;
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    sent = route.request();
    return route.fulfill({ json });
  });
  return () => {
    if (!sent) throw new Error(`${method} ${url} was not called`);
    expect(sent.headers().authorization).toMatch(/^Bearer ./);
    return { path: decodeURIComponent(new URL(sent.url()).pathname), body: sent.postData() };
  };
}

const order = anOrder({ email: 'customer@autoparts.example' });

test('spec 7: customer calls and their toasts', async ({ asCustomer: page }) => {
  await test.step('POST /reviews: successfully reviewed', async () => {
    const sent = await mockCall(page, 'POST', '**/reviews', inserted('review-1'));
    await page.goto('/dashboard/review');
    await page.locator('.rating label').filter({ hasText: '5 stars' }).click();
    await page.getByLabel('Your opinion').fill('Good parts.');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(toast(page, 'successfully reviewed')).toBeVisible();
    expect(JSON.parse(sent().body ?? '')).toEqual({
      rating: '5',
      review: 'Good parts.',
      name: 'Marta Lindqvist',
    });
  });

  await test.step('PUT /updateuser/{email}: Profile updated', async () => {
    const sent = await mockCall(page, 'PUT', '**/updateuser/*', changed);
    const profile = {
      name: 'Marta Lindqvist',
      address: '12 Harbor Street',
      education: 'Motor mechanic',
      phone: '555 0100',
      linkedin: 'https://www.linkedin.com/in/marta',
    };
    await page.getByRole('link', { name: 'My Profile' }).click();
    await page.getByLabel('Name').fill(profile.name);
    await page.getByLabel('Address').fill(profile.address);
    await page.getByLabel('Education').fill(profile.education);
    await page.getByLabel('Phone').fill(profile.phone);
    await page.getByRole('textbox', { name: 'LinkedIn' }).fill(profile.linkedin);
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(toast(page, 'Profile updated')).toBeVisible();
    expect(sent().path).toBe('/updateuser/customer@autoparts.example');
    expect(JSON.parse(sent().body ?? '')).toEqual(profile);
  });

  await page.route('**/orders/customer*', (route) => route.fulfill({ json: [order] }));
  const deleteOrder = async () => {
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  };

  await test.step('an order that was already gone is not reported as deleted', async () => {
    await mockCall(page, 'DELETE', '**/orders/order-1', { ...deleted, deletedCount: 0 });
    await page.goto('/dashboard');
    await deleteOrder();
    await expect(toast(page, 'This order was already deleted.')).toBeVisible();
    await expect(toast(page, 'Order Deleted')).toHaveCount(0);
  });

  await test.step('DELETE /orders/{id}: Order Deleted', async () => {
    const sent = await mockCall(page, 'DELETE', '**/orders/order-1', deleted);
    await page.reload();
    await deleteOrder();
    await expect(toast(page, 'Order Deleted')).toBeVisible();
    expect(sent()).toEqual({ path: '/orders/order-1', body: null });
  });
});

test('spec 7: admin calls and their toasts', async ({ asAdmin: page }) => {
  await test.step('PUT /user/admin/{email}: successfully made admin', async () => {
    await page.route('**/users?*', (route) =>
      route.fulfill({
        json: [aUser({ user: 'nora@garage.example', name: 'Nora' })],
      }),
    );
    const sent = await mockCall(page, 'PUT', '**/user/admin/*', changed);
    await page.goto('/dashboard/users');
    await page.getByRole('button', { name: /^Make Admin/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Make Admin' }).click();
    await expect(toast(page, 'successfully made admin')).toBeVisible();
    expect(sent()).toEqual({ path: '/user/admin/nora@garage.example', body: null });
  });

  await test.step('DELETE /parts/{id}: successfully delete the product, whatever the count', async () => {
    await page.route('**/parts/records?*', (route) =>
      route.fulfill({ json: { products: [aProduct()] } }),
    );
    const sent = await mockCall(page, 'DELETE', '**/parts/part-1', {
      ...deleted,
      deletedCount: 0,
    });
    await page.getByRole('link', { name: 'Manage Products' }).click();
    await page.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'successfully delete the product')).toBeVisible();
    expect(sent()).toEqual({ path: '/parts/part-1', body: null });
  });
});
