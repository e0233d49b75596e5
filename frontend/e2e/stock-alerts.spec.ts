import { callAs, findInMail } from './support/calls';
import { expect, test } from './support/people';
import { expectAccessible, freshEmail } from './support/shop';

// `application/src/tests/stock_alerts.rs` and `http/tests/api/letters.rs` check that one email
// follows within a minute when the part is back.
test('an alert for a sold-out part is requested and confirmed, and the part comes back', async ({
  page,
  asAdmin,
  ownPart,
}) => {
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
  await expect(
    page.getByText(`We will send one email to ${email} when this part is back`),
  ).toBeVisible();
  await expectAccessible(page);
  const question = await findInMail(asAdmin, email, /confirm-alerts[?#]token=[\w-]+/);
  await page.goto(`/${question}`);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(
    page.getByRole('heading', { name: 'We will email you when the part is back' }),
  ).toBeFocused();
  await expectAccessible(page);

  await callAs(asAdmin, 'POST', `/parts/${part._id}/stock`, { pieces: 20, reason: 'received' });
  await page.goto(`/shop/${part._id}`);
  await expect(page.getByText('Available: 23 pcs.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Purchase', exact: true })).toBeVisible();
});

test('a signed-in customer’s address is filled in', async ({ asCustomer, ownPart }) => {
  const part = await ownPart.add({ title: `Seal ${Date.now()}`, available: 0 });
  await asCustomer.goto(`/shop/${part._id}`);
  const form = asCustomer.getByRole('form', { name: 'Tell me when it is back' });
  await expect(form.getByLabel('Email')).toHaveValue(/@/);
  await form.getByRole('button').click();
  await expect(
    asCustomer.getByText(/^We will send one email to .* when this part is back/),
  ).toBeVisible();
});

test('links that stop alerts', async ({ page }) => {
  await test.step('that are incomplete or not the shop’s show an error', async () => {
    await page.goto('/stop-alerts');
    await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
    await page.goto('/signin');
    await page.goto('/stop-alerts#token=never-given-out');
    await page.getByRole('button', { name: 'Stop alerts' }).click();
    await expect(
      page.getByRole('heading', { name: 'This link is invalid or has expired' }),
    ).toBeFocused();
    await expectAccessible(page);
  });

  await test.step('need a click', async () => {
    let calls = 0;
    await page.route('**/stock-alerts/stop', (route) => {
      calls += 1;
      return route.fulfill({ json: { acknowledged: true } });
    });
    await page.goto('/signin');
    await page.goto('/stop-alerts#token=abc');
    const stop = page.getByRole('button', { name: 'Stop alerts' });
    await expect(stop).toBeVisible();
    expect(calls).toBe(0);
    await stop.click();
    await expect(
      page.getByRole('heading', { name: 'You will not get any more stock alerts' }),
    ).toBeFocused();
    await expectAccessible(page);
  });
});
