import type { Page } from '@playwright/test';
import { expect, test } from '../support/people';
import { customer, expectAccessible, freshEmail, signIn, signOut } from '../support/shop';

const words = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .locator('a, button, .who')
    .evaluateAll((entries) => entries.map((entry) => entry.textContent.trim()));

const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);

const feedback = (page: Page) => page.getByLabel('Tell us what we could do better');

test.describe('spec 2: navbar', () => {
  test('a visitor finds Home, Portfolio, Blogs, Parts, Cart and Sign in', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(await words(page)).toEqual(['Home', 'Portfolio', 'Blogs', 'Parts', 'Cart', 'Sign in']);
  });

  test('Sign in leads back to where the visitor was', async ({ page }) => {
    await page.goto('/shop?q=filter');
    const signInLink = page.getByRole('navigation').getByRole('link', { name: 'Sign in' });
    await signInLink.click();
    // A second time changes nothing about where they came from.
    await signInLink.click();
    await page.getByLabel('Email').fill(customer.email);
    await page.getByLabel('Password').fill(customer.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(/\/shop\?q=filter$/);
  });

  test('a signed-in person also finds Dashboard, their name and Sign Out', async ({
    asCustomer: page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('navigation').getByText('Marta Lindqvist')).toBeVisible();
    expect(await words(page)).toEqual([
      'Home',
      'Portfolio',
      'Blogs',
      'Parts',
      'Cart',
      'Dashboard',
      'Marta Lindqvist',
      'Sign Out',
    ]);
  });

  test('each entry leads to its page and is marked there', async ({ page }) => {
    await page.goto('/');
    for (const [name, path] of [
      ['Portfolio', '/portfolio'],
      ['Blogs', '/blogs'],
      ['Parts', '/shop'],
      ['Home', '/'],
    ] as const) {
      const entry = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name });
      await entry.click();
      await expect(page).toHaveURL(path);
      await expect(entry).toHaveAttribute('aria-current', 'page');
    }
  });

  test('on a phone it is a menu, which closes after a choice, also of the page one is on', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto('/portfolio');
    const menu = page.getByRole('navigation', { name: 'Main' });
    for (const name of ['Blogs', 'Blogs', 'Home']) {
      await page.getByRole('button', { name: 'Menu' }).click();
      await expect(menu).toBeVisible();
      expect(await overhang(page)).toBeLessThanOrEqual(0);
      await menu.getByRole('link', { name }).click();
      await expect(menu).toBeHidden();
    }
    await page.getByRole('button', { name: 'Menu' }).click();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: 'Menu' })).toBeFocused();
  });

  test('a long name breaks it at no width', async ({ page }) => {
    const name = 'Maximiliane Hohenstein-Wolkersdorfer von der Zahnradschmiede am Oberlauf';
    await page.goto('/signup');
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Email').fill(freshEmail('long'));
    await page.getByLabel('Password').fill('garage-1');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
    for (const width of [821, 1024, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await overhang(page), `at ${width}px`).toBeLessThanOrEqual(0);
      await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeInViewport({
        ratio: 1,
      });
      const header = await page.locator('.site-header').boundingBox();
      expect(header?.height, `at ${width}px`).toBeLessThan(80);
    }
    await page.setViewportSize({ width: 320, height: 640 });
    await page.getByRole('button', { name: 'Menu' }).click();
    expect(await overhang(page)).toBeLessThanOrEqual(0);
    await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeInViewport({
      ratio: 1,
    });
  });
});

test.describe('spec 2: footer', () => {
  test('has a feedback box, the head office and social icons', async ({ page }) => {
    await page.goto('/blogs');
    const footer = page.getByRole('contentinfo');
    await expect(feedback(page)).toBeVisible();
    await expect(footer.getByRole('button', { name: 'Send' })).toBeVisible();
    await expect(footer.locator('address')).toContainText('48 Foundry Lane');
    for (const name of ['Facebook', 'Instagram', 'LinkedIn', 'YouTube']) {
      await expect(footer.getByRole('link', { name })).toBeVisible();
    }
  });

  test('is away on signin and signup', async ({ page }) => {
    for (const path of ['/signin', '/signup']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('contentinfo')).toHaveCount(0);
    }
    await page.goto('/no/such/page');
    await expect(page.getByRole('contentinfo')).toBeVisible();
  });

  test('half-typed feedback survives going about, reloading and signing in', async ({ page }) => {
    await page.goto('/');
    await feedback(page).fill('The torque figures are');
    await page.getByRole('link', { name: 'Blogs' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Five questions/);
    await expect(feedback(page)).toHaveValue('The torque figures are');
    await page.reload();
    await expect(feedback(page)).toHaveValue('The torque figures are');
    await signIn(page, customer);
    await expect(feedback(page)).toHaveValue('The torque figures are');
    await page.reload();
    await expect(feedback(page)).toHaveValue('The torque figures are');
  });

  test('half-typed feedback goes with whoever signs out', async ({ newcomer: { page, email } }) => {
    const answerTo = page.getByLabel('Your email, if you would like a reply');
    await feedback(page).fill('Between us: the torque figures');
    await answerTo.fill(email);
    await signOut(page);
    await expect(feedback(page)).toHaveValue('');
    await expect(answerTo).toHaveValue('');
    await feedback(page).fill('Good filters.');
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
    expect(kept).toContain('Good filters.');
    expect(kept).not.toContain('Between us');
    expect(kept).not.toContain(email);
  });

  test('feedback that was not sent is kept, and can be sent again', async ({ page }) => {
    await page.route('**/feedback', (route) => route.abort(), { times: 1 });
    await page.goto('/blogs');
    const footer = page.getByRole('contentinfo');
    await feedback(page).fill('More torque figures, please.');
    await footer.getByRole('button', { name: 'Send' }).click();
    await expect(footer.getByRole('alert')).toContainText('Not sent. The shop did not answer.');
    await expect(feedback(page)).toHaveValue('More torque figures, please.');
    await expectAccessible(page);

    let body: unknown;
    await page.route('**/feedback', (route) => {
      body = route.request().postDataJSON();
      return route.fulfill({ status: 201, json: { acknowledged: true, insertedId: '1' } });
    });
    await footer.getByRole('button', { name: 'Send' }).click();
    await expect(footer.getByRole('status')).toContainText('Thank you');
    await expect(feedback(page)).toHaveValue('');
    expect(body).toEqual({ message: 'More torque figures, please.' });
    await expectAccessible(page);
  });

  test('feedback reaches the shop, with an address for the answer', async ({ page }) => {
    await page.goto('/blogs');
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('button', { name: 'Send' }).click();
    await expect(footer.getByText('please enter a message')).toBeVisible();
    await expect(feedback(page)).toBeFocused();
    await feedback(page).fill('Good filters.');
    await footer.getByLabel('Your email, if you would like a reply').fill('nobody');
    await footer.getByRole('button', { name: 'Send' }).click();
    await expect(footer.getByText('provide a valid email')).toBeVisible();
    await footer.getByLabel('Your email, if you would like a reply').fill('ann@garage.example');
    await footer.getByRole('button', { name: 'Send' }).click();
    await expect(footer.getByRole('status')).toContainText('Thank you');
  });
});
