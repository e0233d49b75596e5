import type { Page } from '@playwright/test';
import { expect, test } from '../support/people';
import { enterSession, signUpByCall } from '../support/sessions';
import { customer, expectAccessible, freshEmail, signOut } from '../support/shop';

const words = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .locator('a, button, .user-name')
    .evaluateAll((entries) => entries.map((entry) => entry.textContent.trim()));

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

const feedback = (page: Page) => page.getByLabel('Tell us what we could do better');

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('spec 2: navbar and footer of a visitor', async ({ page }) => {
  await page.goto('/');

  await test.step('a visitor finds Home, Portfolio, Blogs, Parts, Cart and Sign in', async () => {
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(await words(page)).toEqual(['Home', 'Portfolio', 'Blogs', 'Parts', 'Cart', 'Sign in']);
  });

  await test.step('each entry leads to its page and is marked there', async () => {
    for (const [name, path] of [
      ['Portfolio', '/portfolio'],
      ['Parts', '/shop'],
      ['Home', '/'],
      ['Blogs', '/blogs'],
    ] as const) {
      const entry = menuOf(page).getByRole('link', { name });
      await entry.click();
      await expect(page).toHaveURL(path);
      await expect(entry).toHaveAttribute('aria-current', 'page');
    }
  });

  await test.step('the footer has a feedback box, the head office and social icons', async () => {
    const footer = page.getByRole('contentinfo');
    await expect(feedback(page)).toBeVisible();
    await expect(footer.getByRole('button', { name: 'Send' })).toBeVisible();
    await expect(footer.locator('address')).toContainText('48 Foundry Lane');
    for (const name of ['Facebook', 'Instagram', 'LinkedIn', 'YouTube']) {
      await expect(footer.getByRole('link', { name })).toBeVisible();
    }
  });

  await test.step('on a phone the navbar is a menu that closes after a choice, even of the current page', async () => {
    await page.setViewportSize({ width: 320, height: 640 });
    for (const name of ['Blogs', 'Portfolio']) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(menuOf(page)).toBeVisible();
      expect(await overflow(page)).toBeLessThanOrEqual(0);
      await menuOf(page).getByRole('link', { name }).click();
      await expect(menuOf(page)).toBeHidden();
    }
    await page.getByRole('button', { name: 'Menu' }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(menuOf(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
  });

  await test.step('the footer is hidden on signin and signup', async () => {
    for (const path of ['/signin', '/signup']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
    }
    await page.goto('/no/such/page');
    await expect(page.getByRole('contentinfo')).toBeVisible();
  });
});

test('spec 2: Sign in returns to the previous page, and half-typed feedback stays', async ({
  page,
}) => {
  const half = 'The torque figures are';
  await page.goto('/blogs');
  await feedback(page).fill(half);

  await test.step('half-typed feedback survives navigation and a reload', async () => {
    await menuOf(page).getByRole('link', { name: 'Parts' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('All parts');
    await expect(feedback(page)).toHaveValue(half);
    await page.goto('/shop?q=filter');
    await expect(feedback(page)).toHaveValue(half);
  });

  await test.step('Sign in returns, and the feedback is still there', async () => {
    const signInLink = page.getByRole('navigation').getByRole('link', { name: 'Sign in' });
    await signInLink.click();
    // A second click does not change the page to return to.
    await signInLink.click();
    await page.getByLabel('Email').fill(customer.email);
    await page.getByLabel('Password').fill(customer.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/shop\?q=filter$/);
    await expect(feedback(page)).toHaveValue(half);
    await page.reload();
    await expect(feedback(page)).toHaveValue(half);
  });
});

test('spec 2: navbar of a signed-in user, whose half-typed feedback is cleared at sign-out', async ({
  page,
}) => {
  const name = 'Maximiliane Hohenstein-Wolkersdorfer von der Zahnradschmiede am Oberlauf';
  const email = freshEmail('long');
  await enterSession(page, await signUpByCall(page.request, { email, password: 'garage-1' }, name));
  await page.goto('/');

  await test.step('a signed-in user also finds Dashboard, their name and Sign Out', async () => {
    await expect(page.getByRole('navigation').getByText(name)).toBeVisible();
    expect(await words(page)).toEqual([
      'Home',
      'Portfolio',
      'Blogs',
      'Parts',
      'Cart',
      'Dashboard',
      name,
      'Sign Out',
    ]);
  });

  const signOutButton = page.getByRole('button', { name: 'Sign Out', exact: true });
  await test.step('a long name fits at any width', async () => {
    for (const width of [821, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overflow(page), `at ${width}px`).toBeLessThanOrEqual(0);
      await expect(signOutButton).toBeInViewport({ ratio: 1 });
      const header = await page.locator('.site-header').boundingBox();
      expect(header?.height, `at ${width}px`).toBeLessThan(80);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await overflow(page)).toBeLessThanOrEqual(0);
    await expect(signOutButton).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('signing out clears half-typed feedback', async () => {
    const replyTo = page.getByLabel('Your email, if you would like a reply');
    await feedback(page).fill('Between us: the torque figures');
    await replyTo.fill(email);
    await signOut(page);
    await expect(feedback(page)).toHaveValue('');
    await expect(replyTo).toHaveValue('');
    await feedback(page).fill('Good filters.');
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
    expect(kept).toContain('Good filters.');
    expect(kept).not.toContain('Between us');
    expect(kept).not.toContain(email);
  });
});

test('spec 2: feedback', async ({ page }) => {
  await page.goto('/blogs');
  const footer = page.getByRole('contentinfo');
  const send = footer.getByRole('button', { name: 'Send' });

  await test.step('reaches the shop with a reply address', async () => {
    await send.click();
    await expect(footer.getByText('please enter a message')).toBeVisible();
    await expect(feedback(page)).toBeFocused();
    await feedback(page).fill('Good filters.');
    await footer.getByLabel('Your email, if you would like a reply').fill('nobody');
    await send.click();
    await expect(footer.getByText('provide a valid email')).toBeVisible();
    await footer.getByLabel('Your email, if you would like a reply').fill('ann@garage.example');
    await send.click();
    await expect(footer.getByRole('status')).toContainText('Thank you');
    await expect(feedback(page)).toHaveValue('');
    await expectAccessible(page);
  });

  await test.step('that could not be sent is kept and can be sent again', async () => {
    await page.route('**/feedback', (route) => route.abort(), { times: 1 });
    await page.reload();
    await feedback(page).fill('More torque figures, please.');
    await send.click();
    await expect(footer.getByRole('alert')).toContainText('Not sent. The shop did not answer.');
    await expect(feedback(page)).toHaveValue('More torque figures, please.');
    await expectAccessible(page);

    let body: unknown;
    await page.route('**/feedback', (route) => {
      body = route.request().postDataJSON();
      return route.fulfill({ status: 201, json: { acknowledged: true, insertedId: '1' } });
    });
    await send.click();
    await expect(footer.getByRole('status')).toContainText('Thank you');
    expect(body).toEqual({ message: 'More torque figures, please.' });
  });
});
