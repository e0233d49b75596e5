// Withdrawing from a contract: a guest in Germany, on a phone, without signing in.
import { callAs, findInMail } from './support/calls';
import { expect, test } from './support/people';
import { expectAccessible, fillCard, freshEmail } from './support/shop';

const IN_GERMANY = {
  recipient: 'Gina Guest',
  line1: 'Hafenstraße 12',
  city: 'Hamburg',
  postalCode: '20457',
  country: 'DE',
};

test('a guest in Germany withdraws from an order, and gets an approved return', async ({
  page,
  browser,
  baseURL,
  ownPart,
  asAdmin,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  const email = freshEmail('gina');
  const part = await ownPart.add({ title: 'Withdrawn disc', price: 12, minOrderQuantity: 1 });
  const context = await browser.newContext({ baseURL });
  const guest = await context.newPage();
  const { accessToken } = await callAs<{ accessToken: string }>(guest, 'POST', '/guests', {
    name: 'Gina Guest',
    email,
  });
  const answer = await guest.request.post('/checkouts', {
    headers: { authorization: `Bearer ${accessToken}` },
    data: {
      lines: [{ part: part._id, quantity: 1 }],
      destination: IN_GERMANY,
      phone: '+49 40 5550173',
      totalPrice: 12,
    },
  });
  expect(answer.status()).toBe(201);
  await context.close();
  await page.goto(await findInMail(asAdmin, email, /\/my-order#token=[\w-]+/));
  await expect(page).toHaveURL(/\/my-order\/[^/?#]+$/);
  const order = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('link', { name: 'pay', exact: true }).click();
  await fillCard(page, '4242424242424242');
  await page.getByRole('button', { name: /^pay/i }).click();
  await expect(page.getByText(/successfully completed payment/)).toBeVisible({ timeout: 20_000 });
  await callAs(asAdmin, 'PUT', `/ship/${order}`, { status: 'shipped' });
  const { number = '' } = await callAs<{ number?: string }>(asAdmin, 'GET', `/order/${order}`);

  await test.step('the order leads to the form, and knows its number', async () => {
    await page.goto(`/my-order/${order}`);
    await page.getByRole('main').getByRole('link', { name: 'Withdraw from contract' }).click();
    await expect(page).toHaveURL('/withdraw');
    await expect(page.getByLabel('Order number')).toHaveValue(number);
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  });

  await test.step('so does the footer of every page, without an account', async () => {
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await page.goto('/terms');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: 'Withdraw from contract' })
      .click();
    const form = page.getByRole('form', { name: 'Withdraw from contract' });
    await form.getByRole('button', { name: 'Withdraw from contract' }).click();
    await expect(page.getByLabel('Order number')).toBeFocused();
    await expectAccessible(page);
    await page.getByLabel('Order number').fill(number.toLowerCase());
    await page.getByLabel('Email', { exact: true }).fill(email);
    await form.getByRole('button', { name: 'Withdraw from contract' }).click();
  });

  await test.step('nothing is sent before it is confirmed', async () => {
    await expect(page.getByRole('heading', { name: 'Is this right?' })).toBeFocused();
    await expect(page.getByText('The whole order')).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
    const received = page.getByRole('heading', { name: 'We have received your withdrawal' });
    await expect(received).toBeFocused();
    await expectAccessible(page);
  });

  await test.step('the email states order, date and time in both zones', async () => {
    await findInMail(asAdmin, email, /Received: .* UTC\nLocal time: .* \(Europe\/Berlin\)/);
  });

  await test.step('an admin finds the approved return', async () => {
    await asAdmin.goto('/dashboard/manage-returns');
    await asAdmin.getByRole('link', { name: 'Withdrawals' }).click();
    const row = asAdmin.getByRole('row').filter({ hasText: email });
    await expect(row.getByText('Approved as a return.')).toBeVisible();
    await expectAccessible(asAdmin);
    await row.getByRole('link', { name: /^RT-/ }).click();
    await expect(asAdmin.getByText('Withdrawal from the contract')).toBeVisible();
  });
});
