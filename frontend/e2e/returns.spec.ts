// Returning parts: requested on a phone, approved, printed, received and refunded.
import type { Return } from '../src/api/contract/generated-types';
import { callAs, findInMail, payAs } from './support/calls';
import { expect, test } from './support/people';
import { expectAccessible, fillCard, freshEmail } from './support/shop';

const DESTINATION = {
  recipient: 'Gina Guest',
  line1: '12 Harbor Street',
  city: 'Portland',
  region: 'ME',
  postalCode: '04101',
  country: 'US',
};

test('a customer returns one of two lines, and gets the money back', async ({
  newcomer: { page, name },
  ownPart,
  asAdmin,
}) => {
  const disc = await ownPart.add({ title: 'Returned disc', price: 30, minOrderQuantity: 2 });
  const pads = await ownPart.add({ title: 'Kept pads', price: 10, minOrderQuantity: 1 });
  const { insertedId: order } = await callAs<{ insertedId: string }>(page, 'POST', '/checkouts', {
    lines: [
      { part: disc._id, quantity: 2 },
      { part: pads._id, quantity: 1 },
    ],
    destination: DESTINATION,
    phone: '2075550173',
    totalPrice: 70,
  });
  await payAs(page, order);
  await callAs(asAdmin, 'PUT', `/ship/${order}`, { status: 'shipped' });

  await test.step('requests it on a phone with four presses', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`/dashboard/orders/${order}`);
    await page.getByRole('button', { name: 'Return parts' }).click();
    const form = page.getByRole('dialog', { name: 'Return parts' });
    await expectAccessible(page);
    await form.getByRole('button', { name: 'One more Returned disc' }).click();
    await form.getByText('It does not fit').click();
    await form.getByRole('button', { name: 'Send request' }).click();
    await expect(
      page.getByText('Your request was sent. We will email you our answer.'),
    ).toBeVisible();
    await expectAccessible(page);
  });
  const [returned] = await callAs<Return[]>(page, 'GET', `/order/${order}/returns`);
  const { _id: id = '', number = '' } = returned ?? {};
  expect(returned).toMatchObject({ state: 'requested', reason: 'does_not_fit' });

  await test.step('an admin approves it from the overview', async () => {
    await asAdmin.goto('/dashboard');
    await asAdmin.getByRole('link', { name: /^\d+ returns? to decide$/ }).click();
    await expect(asAdmin).toHaveURL('/dashboard/manage-returns');
    await asAdmin.getByRole('button', { name: `Approve ${number}` }).click();
    await expectAccessible(asAdmin);
    const dialog = asAdmin.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Approve' }).click();
    await expect(asAdmin.getByText('is approved.')).toBeVisible();
    await expectAccessible(asAdmin);
  });

  await test.step('the slip shows its number', async () => {
    await page.reload();
    await page.getByRole('link', { name: 'Print return slip' }).click();
    await expect(page).toHaveURL(`/dashboard/returns/${id}/slip`);
    await expect(page.getByRole('heading', { name: number })).toBeVisible();
    await expect(page.getByRole('img', { name: `Barcode of ${number}` })).toBeVisible();
    await expectAccessible(page);
  });

  await test.step('an admin scans the slip and receives the parts', async () => {
    await asAdmin.goto(`/dashboard/manage-returns?number=${number}`);
    await asAdmin.getByRole('button', { name: `Receive ${number}` }).click();
    await expectAccessible(asAdmin);
    await asAdmin.getByRole('button', { name: 'Receive and refund' }).click();
    await expect(asAdmin.getByText(`$30 is refunded to ${name}.`)).toBeVisible();
    await expectAccessible(asAdmin);
  });

  await test.step('the customer sees the refund', async () => {
    await page.goto(`/dashboard/orders/${order}`);
    const returns = page.getByRole('list', { name: 'Returns of this order' });
    await expect(returns.getByText('Refund: $30')).toBeVisible();
    await expect(returns.getByText('The parts have arrived and are refunded.')).toBeVisible();
    await expectAccessible(page);
  });
});

test('the holder of an order’s link prints the slip and cancels the return', async ({
  page,
  browser,
  baseURL,
  ownPart,
  asAdmin,
}) => {
  const email = freshEmail('gina');
  const part = await ownPart.add({ title: 'Guest disc', price: 12, minOrderQuantity: 1 });
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
      destination: DESTINATION,
      phone: '2075550173',
      totalPrice: 12,
    },
  });
  expect(answer.status()).toBe(201);
  await context.close();
  const link = await findInMail(asAdmin, email, /\/my-order#token=[\w-]+/);
  await page.goto(link);
  await expect(page).toHaveURL(/\/my-order\/[^/?#]+$/);
  const order = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByRole('link', { name: 'pay', exact: true }).click();
  await fillCard(page, '4242424242424242');
  await page.getByRole('button', { name: /^pay/i }).click();
  await expect(page.getByText(/successfully completed payment/)).toBeVisible({ timeout: 20_000 });
  await callAs(asAdmin, 'PUT', `/ship/${order}`, { status: 'shipped' });

  await page.goto(`/my-order/${order}`);
  await page.getByRole('button', { name: 'Return parts' }).click();
  // A single piece needs no choice.
  await page.getByText('It arrived damaged').click();
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByText('Your request was sent.')).toBeVisible();
  await expect(page.getByText('All pieces of this order were refunded')).toBeVisible();
  const [returned] = await callAs<Return[]>(asAdmin, 'GET', `/order/${order}/returns`);
  const { _id: id = '', number = '' } = returned ?? {};
  await callAs(asAdmin, 'PUT', `/returns/${id}`, { decision: 'approve' });

  await page.reload();
  await page.getByRole('link', { name: 'Print return slip' }).click();
  await expect(page).toHaveURL(`/my-order/${order}/returns/${id}/slip`);
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to the order' }).click();
  await page.getByRole('button', { name: `Cancel return ${number}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel return' }).click();
  await expect(page.getByText('You keep the parts.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Return parts' })).toBeVisible();
  await expectAccessible(page);
});
