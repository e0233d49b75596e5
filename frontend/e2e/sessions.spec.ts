import { keepsAddressesPrivate } from './support/identity';
import { expect, test } from './support/people';
import { freshEmail, signIn, signOut } from './support/shop';

test('signing out everywhere ends the session in another browser, and signing in continues', async ({
  newcomer: { page, email },
  browser,
}) => {
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, { email, password: 'garage-1' });
  const otherTab = await page.context().newPage();
  await otherTab.goto('/dashboard');
  await page.goto('/dashboard/profile');
  await expect(page.getByRole('button', { name: 'Sign out everywhere' })).toBeVisible();
  // The other tab finds out before the response arrives, and must not overwrite it.
  await page.route('**/sessions/*', async (route) => {
    const answer = await route.fetch();
    await otherTab.reload();
    await expect(otherTab).toHaveURL('/signin');
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

test('two tabs renew the same expired access token, and both continue', async ({
  newcomer: { page, email },
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

  await test.step('a stolen access token is worthless after a sign-out', async () => {
    const token = await page.evaluate(() => localStorage.getItem('accessToken'));
    const callWithToken = () =>
      page.request.get(`/users/${email}`, { headers: { authorization: `Bearer ${token}` } });
    expect((await callWithToken()).status()).toBe(200);
    await signOut(page);
    await expect.poll(async () => (await callWithToken()).status()).toBe(401);
  });
});

test.describe('with the embedded provider', () => {
  if (!keepsAddressesPrivate) return;

  test('a browser that has signed in before is recognized by a cookie', async ({ page }) => {
    await page.goto('/signup');
    await page.getByLabel('Name').fill('Erik Error');
    await page.getByLabel('Email').fill(freshEmail('erik'));

    await test.step('a common password is rejected with an explanation', async () => {
      await page.getByLabel('Password').fill('password1');
      await page.getByRole('button', { name: 'Sign up' }).click();
      await expect(page.getByText(/^Many people use this password/)).toBeVisible();
    });

    await page.getByLabel('Password').fill('garage-1');
    const email = await page.getByLabel('Email').inputValue();
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
    const cookies = await page.context().cookies();
    const device = cookies.find(({ name }) => name === 'autoparts-device');
    expect(device).toMatchObject({
      httpOnly: true,
      sameSite: 'Strict',
      path: '/identitytoolkit.googleapis.com',
    });
    await signOut(page);
    const sent = page.waitForRequest('**/accounts:signInWithPassword*');
    await signIn(page, { email, password: 'garage-1' });
    expect(await (await sent).headerValue('cookie')).toContain(`autoparts-device=${device?.value}`);
  });
});
