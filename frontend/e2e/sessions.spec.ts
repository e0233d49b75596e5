import { findResetCode, keepsAddressesPrivate } from './support/identity';
import { expect, test } from './support/people';
import { expectAccessible, signIn, signOut } from './support/shop';

test('signing out everywhere ends the session in another browser, and signing in goes on', async ({
  newcomer: { page, email },
  browser,
}) => {
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, { email, password: 'garage-1' });
  const besides = await page.context().newPage();
  await besides.goto('/dashboard');
  await page.goto('/dashboard/profile');
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible();
  await expectAccessible(page);
  // The tab beside finds out before the answer is here, and must not have the last word.
  await page.route('**/sessions/*', async (route) => {
    const answer = await route.fetch();
    await besides.reload();
    await expect(besides).toHaveURL('/signin');
    await route.fulfill({ response: answer });
  });
  await page.getByRole('button', { name: 'Sign out everywhere' }).click();
  await expect(page).toHaveURL('/signin');
  await expect(page.getByText('You are signed out everywhere.')).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
  await expect(page.getByText('You are signed out everywhere.')).toBeVisible();

  await elsewhere.goto('/dashboard');
  await expect(elsewhere).toHaveURL('/signin');
  await expect(elsewhere.getByText(/^Your session has expired\./)).toBeVisible();
  await elsewhere.context().close();
  await signIn(page, { email, password: 'garage-1' });
});

test('a stolen access token is worth nothing after a sign-out', async ({
  newcomer: { page, email },
}) => {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  const ask = () =>
    page.request.get(`/users/${email}`, { headers: { authorization: `Bearer ${token}` } });
  expect((await ask()).status()).toBe(200);
  await signOut(page);
  await expect.poll(async () => (await ask()).status()).toBe(401);
});

test('two tabs renew an access token that both find expired, and both go on', async ({
  newcomer: { page },
}) => {
  const other = await page.context().newPage();
  await page.goto('/dashboard');
  await other.goto('/dashboard');
  await expect(other.getByText('No orders yet')).toBeVisible();
  for (let round = 0; round < 3; round += 1) {
    await page.evaluate(() => {
      localStorage.setItem('accessToken', 'expired');
    });
    await Promise.all([page.reload(), other.reload()]);
    await expect(page.getByText('No orders yet')).toBeVisible();
    await expect(other.getByText('No orders yet')).toBeVisible();
  }
});

test.describe('with the embedded provider', () => {
  if (!keepsAddressesPrivate) return;

  test('a new password leaves no other browser in', async ({
    newcomer: { page, email },
    browser,
  }) => {
    const elsewhere = await (await browser.newContext()).newPage();
    await signIn(elsewhere, { email, password: 'garage-1' });
    await signOut(page);
    await page.goto('/signin');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(page.getByText(`We sent an email to ${email}`, { exact: false })).toBeVisible();
    await page.goto(`/reset-password#${await findResetCode(page, email)}`);
    await page.getByLabel('New password').fill('spanner-42');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Your password has been changed.')).toBeVisible();
    await elsewhere.goto('/dashboard');
    await expect(elsewhere).toHaveURL('/signin');
    await elsewhere.context().close();
  });

  test('a browser that has signed in before is known by a cookie', async ({
    newcomer: { page, email },
  }) => {
    await signOut(page);
    const cookies = await page.context().cookies();
    const device = cookies.find(({ name }) => name === 'autoparts-device');
    expect(device).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: '/identitytoolkit.googleapis.com',
    });
    const sent = page.waitForRequest('**/accounts:signInWithPassword*');
    await signIn(page, { email, password: 'garage-1' });
    expect(await (await sent).headerValue('cookie')).toContain(`autoparts-device=${device?.value}`);
  });

  test('a password that anybody would guess is refused kindly', async ({ page }) => {
    await page.goto('/signup');
    await page.getByLabel('Name').fill('Erik Error');
    await page.getByLabel('Email').fill('erik@garage.example');
    await page.getByLabel('Password').fill('password1');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByText(/^Many people use this password/)).toBeVisible();
  });
});
