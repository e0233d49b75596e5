// A member's address book: saved at the checkout, edited in My Profile, offered the next time.
import type { Page } from '@playwright/test';
import { violations } from './support/axe';
import { expect, test } from './support/people';
import { expectAccessible, fillDestination, toast } from './support/shop';

const HOME = 'Nora Newcomer, 12 Harbor Street, Portland';
const SHOP = 'North Garage, 8 Alder Road, Falmouth';

/** The checkout of a single part, independent of the cart. */
async function checkOut(page: Page, part: string): Promise<void> {
  await page.goto(`/checkout?part=${part}&quantity=2`);
  await expect(page.getByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
}

async function placeOrder(page: Page): Promise<void> {
  const saved = page.waitForResponse(
    (response) => response.request().method() === 'PUT' && response.url().includes('/addresses/'),
  );
  await page.getByRole('button', { name: 'PLACE ORDER' }).click();
  await expect(page.getByRole('link', { name: 'Pay now' })).toBeFocused();
  expect((await saved).ok()).toBe(true);
}

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

const chosen = (page: Page) => page.getByLabel('Saved addresses').locator('option:checked');

/** The address that the checkout prefills. */
const defaultAddress = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByText('Default', { exact: true }) });

test('a member with a saved address types nothing, on a phone and on a desktop', async ({
  newcomer: { page },
  ownPart,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const plug = await ownPart.add({ title: 'Kept Plug' });

  await test.step('orders once and saves the address', async () => {
    await checkOut(page, plug._id);
    await fillDestination(page);
    await expect(page.getByLabel('Saved addresses')).toHaveCount(0);
    await expect(page.getByLabel('Save this address for next time')).toBeChecked();
    await placeOrder(page);
  });

  await test.step('finds it filled in next time', async () => {
    await checkOut(page, plug._id);
    await expect(page.getByLabel('Street address')).toHaveValue('12 Harbor Street');
    await expect(page.getByLabel('Phone')).toHaveValue('2075550173');
    await expect(chosen(page)).toHaveText(HOME);
    await expect(page.getByLabel('Save this address for next time')).toHaveCount(0);
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByLabel('City').fill('Bath');
    await expect(chosen(page)).toHaveText('Another address');
    await page.getByLabel('Saved addresses').selectOption(HOME);
    await expect(page.getByLabel('City')).toHaveValue('Portland');
  });

  await test.step('finds it in the order form of a part too', async () => {
    await page.goto(`/purchase/${plug._id}`);
    await expect(page.getByLabel('Address')).toHaveValue(
      'Nora Newcomer, 12 Harbor Street, Portland, ME 04101, US',
    );
  });

  await test.step('adds a second one in My Profile', async () => {
    await page.goto('/dashboard/profile');
    await expect(page.getByRole('button', { name: `Edit ${HOME}` })).toBeVisible();
    await expectAccessible(page);
    await expectNoOverflow(page);
    await page.getByRole('button', { name: 'Add an address' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add an address' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('street address is required')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await dialog.getByLabel('Name of recipient').fill('North Garage');
    await dialog.getByLabel('Street address').fill('8 Alder Road');
    await dialog.getByLabel('Postal code').fill('04105');
    await dialog.getByLabel('City').fill('Falmouth');
    await dialog.getByLabel('State').selectOption('ME');
    await dialog.getByLabel('Phone').fill('2075550188');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Address added')).toBeVisible();
  });

  await page.setViewportSize({ width: 1440, height: 800 });
  await test.step('makes it the default', async () => {
    await page.getByRole('button', { name: `Set as default ${SHOP}` }).click();
    await expect(defaultAddress(page)).toContainText('8 Alder Road');
    await checkOut(page, plug._id);
    await expect(chosen(page)).toHaveText(SHOP);
    await expect(page.getByLabel('Street address')).toHaveValue('8 Alder Road');
  });

  await test.step('orders to the other address, which becomes the default', async () => {
    await page.getByLabel('Saved addresses').selectOption(HOME);
    await placeOrder(page);
    await page.goto('/dashboard/profile');
    await expect(defaultAddress(page)).toContainText('12 Harbor Street');
  });

  await test.step('removes it', async () => {
    await page.getByRole('button', { name: `Remove ${HOME}` }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove this address?' });
    await expect(dialog.getByRole('button', { name: 'cancel' })).toBeFocused();
    expect(await violations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await expect(toast(page, 'Address removed')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(1);
    await page.reload();
    await expect(defaultAddress(page)).toContainText('8 Alder Road');
  });
});
