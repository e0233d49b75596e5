// From home to a paid order, as a screen reader announces it. The announcements are stored in files
// next to this one; update them with --update-snapshots after intended changes.
import type { Page } from '@playwright/test';
import { fillCard, fillDestination, freshEmail } from '../support/shop';
import { expect, test } from '../support/people';

const expectAnnounced = (page: Page, name: string) =>
  expect(page.getByRole('main')).toMatchAriaSnapshot({ name: `${name}.aria.yml` });

test('from a part to a paid order', async ({ page, ownPart }) => {
  const part = await ownPart.add({ title: 'Glow plug, long', available: 400, price: 12.5 });

  await page.goto('/');
  await expect(page.getByRole('banner')).toMatchAriaSnapshot({ name: 'navbar.aria.yml' });

  await page.goto(`/shop/${part._id}`);
  await expect(page.getByRole('button', { name: 'Add to cart', exact: true })).toBeVisible();
  await expectAnnounced(page, 'part');
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Cart (1)' })).toBeVisible();

  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Order summary' })).toBeVisible();
  await expectAnnounced(page, 'cart');

  await page.getByRole('main').getByRole('link', { name: 'Checkout' }).last().click();
  await page.getByRole('button', { name: 'PLACE ORDER' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
  await expectAnnounced(page, 'checkout-refused');

  await page.getByLabel('Email', { exact: true }).fill(freshEmail('greta'));
  await page.getByLabel('Name of recipient').fill('Greta Guest');
  await fillDestination(page);
  await page.getByRole('button', { name: 'PLACE ORDER' }).click();
  await expect(page.getByRole('link', { name: 'Pay now' })).toBeFocused();
  await expectAnnounced(page, 'placed');

  await page.getByRole('link', { name: 'Pay now' }).click();
  await expect(page.getByLabel('Card number')).toBeVisible();
  await expectAnnounced(page, 'payment');
  await fillCard(page, '4242424242424242');
  await page.getByRole('button', { name: /^pay/i }).click();
  await page.getByRole('link', { name: 'Order and receipt' }).click({ timeout: 20_000 });
  await expect(page.getByRole('heading', { level: 1, name: /^Order AP-/ })).toBeVisible();
  await expectAnnounced(page, 'order');
});
