// The journey through the whole shop. `quality/screens.spec.ts` checks that its screens are
// accessible.
import { expect, test } from '@playwright/test';
import {
  admin,
  fillCard,
  freshEmail,
  openFirstPart,
  placeOrder,
  shipFrom,
  signOut,
  toast,
} from './support/shop';

test('a visitor becomes a customer, pays, and the admin ships', async ({ page }) => {
  const email = freshEmail('ines');
  const blocked: string[] = [];
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) blocked.push(message.text());
  });
  let minimum = 0;
  let available = 0;

  await test.step('signs up and is greeted by name', async () => {
    await page.goto('/signin');
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
    await page.getByRole('link', { name: 'Create an account' }).click();

    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByText('name is required')).toBeVisible();
    await expect(page.getByText('email is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expect(page.getByLabel('Name')).toBeFocused();

    await page.getByLabel('Name').fill('Ines Moreau');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('12345');
    await page.getByLabel('Email').focus();
    await expect(page.getByText('must be 6 length')).toBeVisible();
    await page.getByLabel('Password').fill('garage-1');
    await page.getByRole('button', { name: 'Sign up' }).click();

    await expect(page).toHaveURL('/');
    await expect(page.getByRole('navigation').getByText('Ines Moreau')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBeNull();
  });

  await test.step('opens a part from home', async () => {
    await expect(page.getByRole('heading', { name: 'AUTO PARTS' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Purchase/ })).toHaveCount(6);
    await openFirstPart(page);
    await expect(page.getByLabel('Name')).toHaveValue('Ines Moreau');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
    minimum = Number(await page.getByLabel('Quantity').getAttribute('placeholder'));
    const stock = await page.getByText(/^Available:/).textContent();
    available = Number(/\d+/.exec(stock ?? '')?.[0]);
    expect(minimum).toBeGreaterThan(0);
    expect(available).toBeGreaterThan(minimum);
  });

  await test.step('cannot order too few or too many pieces', async () => {
    const place = page.getByRole('button', { name: 'PLACE ORDER' });
    await placeOrder(page, String(minimum - 1));
    await expect(toast(page, `Minimum order ${minimum} pieces`)).toBeVisible();
    await expect(place).toBeDisabled();

    await page.getByLabel('Quantity').fill(String(available + 1));
    await expect(place).toBeEnabled();
    await place.click();
    await expect(
      toast(page, `Your ordered quantity is out of our range. we have only ${available} pcs.`),
    ).toBeVisible();
    await expect(place).toBeDisabled();
    await expect(page.getByLabel('Address')).toHaveValue('12 Harbor Street, Portland, ME');
  });

  await test.step('places two orders, one without a quantity', async () => {
    await placeOrder(page, '');
    await expect(toast(page, 'Order on progress')).toBeVisible();
    await expect(page.getByText(`Available: ${available - minimum} pcs.`)).toBeVisible();
    await page.getByRole('link', { name: 'Order again' }).click();
    await placeOrder(page, String(minimum + 1));
    await expect(page.getByText(`Available: ${available - 2 * minimum - 1} pcs.`)).toBeVisible();
  });

  await test.step('sees them unpaid in My Orders', async () => {
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeVisible();
    await expect(page.getByText('2 orders, 2 to pay')).toBeVisible();
    await expect(page.getByText('unpaid', { exact: true })).toHaveCount(2);
  });

  await test.step('a declined card shows a red error, a valid one pays', async () => {
    await page.getByRole('link', { name: /^pay/ }).first().click();
    await expect(
      page.getByRole('heading', {
        name: /^Confirm your payment for .+, \d+ pieces\. Total \$.+ only\.$/,
      }),
    ).toBeVisible();
    const pay = page.getByRole('button', { name: 'Pay', exact: true });
    await expect(pay).toBeEnabled();

    await pay.click();
    await expect(page.getByText('Your card number is incomplete.')).toBeVisible();

    await fillCard(page, '4000000000000002');
    await pay.click();
    const declined = page.getByText('Your card was declined.');
    await expect(declined).toBeVisible();

    await fillCard(page, '4242424242424242');
    await expect(declined).toBeHidden();
    await pay.click();
    await expect(page.getByText('successfully completed payment')).toBeVisible();
    await expect(toast(page, 'payment successful')).toBeVisible();
    await expect(pay).toBeDisabled();
  });

  await test.step('My Orders shows the transaction', async () => {
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(page.getByText('2 orders, 1 to pay')).toBeVisible();
    await expect(page.getByText('paid', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Transaction pi_\w+$/)).toBeVisible();
  });

  await test.step('deletes the other order after confirming', async () => {
    const remove = page.getByRole('button', { name: /^Delete/ });
    await remove.click();
    const question = page.getByRole('dialog', { name: 'Are your sure you want to delete?' });
    await expect(question).toBeVisible();
    await expect(question.getByRole('button', { name: 'cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(remove).toBeFocused();

    await remove.click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Order Deleted')).toBeVisible();
    await expect(page.getByText('1 order, 0 to pay')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'My Orders' })).toBeFocused();
  });

  await test.step('cannot open an admin’s screen', async () => {
    await page.goto('/dashboard/manageorders');
    await expect(page).toHaveURL('/signin');
    await expect(page.getByText('requires an admin account')).toBeVisible();
    await signOut(page);
    await page.goto('/dashboard/manageorders');
    await expect(page).toHaveURL('/signin');
  });

  await test.step('the admin returns to that screen and ships', async () => {
    await page.getByLabel('Email').fill(admin.email);
    await page.getByLabel('Password').fill(admin.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/dashboard/manageorders');
    const row = page.getByRole('row').filter({ hasText: email });
    await expect(row.getByText('pending', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'My Orders' })).toHaveCount(0);
    await shipFrom(page, row);
    await expect(row.getByText('shipped', { exact: true })).toBeVisible();
    await expect(row.getByRole('button', { name: /^ship/ })).toHaveCount(0);
  });

  expect(blocked).toEqual([]);
});
