import { expect, type Locator, type Page } from '@playwright/test';
import { violations } from './axe';

export interface Account {
  email: string;
  password: string;
}

/** The accounts of the demo data. */
export const admin: Account = { email: 'admin@autoparts.example', password: 'admin-demo-1' };
export const customer: Account = {
  email: 'customer@autoparts.example',
  password: 'customer-demo-1',
};

/** An address not yet used on this database. */
export const freshEmail = (name: string) => `${name}-${Date.now()}@garage.example`;

export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/signin');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
}

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('.Toastify__toast').filter({ hasText: text });

/** Opens the first part of the home page as a buyer would. */
export async function openFirstPart(page: Page): Promise<void> {
  await page.goto('/');
  await page
    .getByRole('link', { name: /^Purchase/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Your order' })).toBeVisible();
}

export async function placeOrder(page: Page, quantity: string): Promise<void> {
  await page.getByLabel('Address').fill('12 Harbor Street, Portland, ME');
  await page.getByLabel('Phone').fill('2075550173');
  await page.getByLabel('Quantity').fill(quantity);
  await page.getByRole('button', { name: 'PLACE ORDER' }).click();
}

/** Fills in the destination of a checkout. */
export async function fillDestination(page: Page): Promise<void> {
  await page.getByLabel('Street address').fill('12 Harbor Street');
  await page.getByLabel('Postal code').fill('04101');
  await page.getByLabel('City').fill('Portland');
  await page.getByLabel('State').selectOption('ME');
  await page.getByLabel('Phone').fill('2075550173');
}

export async function fillCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date, MM / YY').fill('1234');
  await page.getByLabel('Security code').fill('123');
}

/**
 * Runs axe on the visible page. `quality/screens.spec.ts` checks every screen in both color
 * schemes, so other tests check only the states that it does not reach: dialogs, refusals, menus.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // A screen that is still loading has no heading yet.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await violations(page)).toEqual([]);
}

/** Ships an order from its row, without waiting for the ten seconds to pass. */
export async function shipFrom(page: Page, row: Locator, submit = 'Ship'): Promise<void> {
  await row.getByRole('button', { name: /^ship/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: submit, exact: true }).click();
  await page.getByRole('button', { name: 'Ship now' }).click();
}

/** Opens the refund dialog of an order from its row menu. */
export async function openRefundDialog(page: Page, row: Locator): Promise<Locator> {
  await row.getByRole('button', { name: /^More for/ }).click();
  await row.getByRole('button', { name: 'Refund' }).click();
  return page.getByRole('dialog', { name: /^Refund \$/ });
}
