import { callAs, findInMail } from './support/calls';
import { expect, test } from './support/people';
import { expectAccessible, freshEmail } from './support/shop';

/** Maintenance, which writes these e-mails, runs each minute. */
const A_ROUND = 75_000;

test('who waits for a sold-out part hears of it once, and can order it', async ({
  page,
  asAdmin,
  ownPart,
}) => {
  test.setTimeout(3 * A_ROUND);
  const email = freshEmail('waiting');
  const part = await ownPart.add({
    title: `Gasket ${Date.now()}`,
    minOrderQuantity: 10,
    available: 3,
  });
  await page.goto(`/shop/${part._id}`);
  const form = page.getByRole('form', { name: 'Tell me when it is back' });
  await form.getByRole('button').click();
  await expect(form.getByText('email is required')).toBeVisible();
  await expectAccessible(page);
  await form.getByLabel('Email').fill(email);
  await form.getByRole('button').click();
  await expect(page.getByText(`We will write to ${email} when this part is back`)).toBeVisible();
  await expectAccessible(page);
  const question = await findInMail(asAdmin, email, /confirm-alerts[?#]token=[\w-]+/);
  await page.goto(`/${question}`);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    page.getByRole('heading', { name: 'We will email you when the part is back' }),
  ).toBeFocused();
  await expectAccessible(page);

  await asAdmin.goto(`/dashboard/products/${part._id}`);
  await asAdmin.getByLabel('Pieces', { exact: true }).fill('20');
  await asAdmin.getByRole('button', { name: 'Change stock' }).click();
  await expect(asAdmin.getByText('23 pieces available')).toBeVisible();

  const link = () => findInMail(asAdmin, email, new RegExp(`/shop/${part._id}`));
  await expect(async () => {
    await link();
  }).toPass({ timeout: A_ROUND });
  await page.goto(await link());
  await expect(page.getByText('Available: 23 pcs.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Purchase', exact: true })).toBeVisible();
  const order = {
    orderedId: part._id,
    quantity: 10,
    address: '12 Harbor Street, Portland, ME',
    phone: '2075550173',
  };
  await callAs(asAdmin, 'POST', '/orders', order);
});

test('a signed-in customer is offered their own address', async ({ asCustomer, ownPart }) => {
  const part = await ownPart.add({ title: `Seal ${Date.now()}`, available: 0 });
  await asCustomer.goto(`/shop/${part._id}`);
  const form = asCustomer.getByRole('form', { name: 'Tell me when it is back' });
  await expect(form.getByLabel('Email')).toHaveValue(/@/);
  await form.getByRole('button').click();
  await expect(asCustomer.getByText(/^We will write to .* one email, and no more\./)).toBeVisible();
});

test('stopping alerts takes a press', async ({ page }) => {
  let calls = 0;
  await page.route('**/stock-alerts/stop', (route) => {
    calls += 1;
    return route.fulfill({ json: { acknowledged: true } });
  });
  await page.goto('/stop-alerts#token=abc');
  await expectAccessible(page);
  expect(calls).toBe(0);
  await page.getByRole('button', { name: 'Stop alerts' }).click();
  await expect(
    page.getByRole('heading', { name: 'You will get no more stock alerts' }),
  ).toBeFocused();
  await expectAccessible(page);
});

test('a link that is incomplete or not the shop’s says so', async ({ page }) => {
  await page.goto('/stop-alerts');
  await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
  await page.goto('/stop-alerts#token=never-given-out');
  await page.getByRole('button', { name: 'Stop alerts' }).click();
  await expect(
    page.getByRole('heading', { name: 'This link is invalid or has expired' }),
  ).toBeFocused();
  await expectAccessible(page);
});
