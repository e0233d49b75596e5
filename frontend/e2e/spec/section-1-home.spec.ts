import type { Page } from '@playwright/test';
import { allParts, findInMail } from '../support/calls';
import { expect, test } from '../support/people';
import { expectAccessible } from '../support/shop';

const headings = (page: Page) => page.locator('main h1, main h2').allTextContents();

/** The way that the latest mail with such a link leads. */
const linkTo = (email: string, screen: string, asAdmin: Page) =>
  findInMail(asAdmin, email, new RegExp(`/${screen}#token=[\\w-]+`));

test.describe('spec 1: what home shows', () => {
  test('the sections stand in the order of the specification, the footer last', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: /^Purchase/ })).toHaveCount(6);
    expect(await headings(page)).toEqual([
      'Find The Right Parts Faster',
      'AUTO PARTS',
      'Why Choose',
      'We are highly care our clients!',
      'CLIENTS REVIEWS',
      'Sign up and get a $50 coupon',
    ]);
    await expect(page.locator('main ~ footer')).toHaveCount(1);
  });

  test('Get Started goes to the parts, for eye and keyboard', async ({ page }) => {
    await page.goto('/');
    // Until the app has drawn the page, the link is one that it replaces, with the focus on it.
    await expect(page.locator('#parts li h3').first()).toBeVisible();
    const start = page.getByRole('link', { name: 'Get Started' });
    await start.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#parts')).toBeFocused();
    await expect(page.getByRole('heading', { name: 'AUTO PARTS' })).toBeInViewport();
  });

  test('AUTO PARTS holds the first six parts of the catalogue, in a grid', async ({ page }) => {
    const parts = (await allParts(page)).slice(0, 6);
    await page.goto('/');
    const titles = page.locator('#parts li h3');
    await expect(titles).toHaveText(parts.map(({ title }) => title));
    const tops = await page
      .locator('#parts .grid-parts > li')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(2);
  });

  test('Why Choose makes three promises', async ({ page }) => {
    await page.goto('/');
    const promises = page.locator('.promises li');
    await expect(promises).toHaveCount(3);
    await expect(promises.nth(0)).toContainText('Guaranteed fit');
    await expect(promises.nth(0)).toContainText('year, make and model');
    await expect(promises.nth(1)).toContainText('Fast shipping');
    await expect(promises.nth(2)).toContainText('90-day returns');
    await expect(promises.nth(2)).toContainText('money back');
  });

  test('the newsletter banner promises the coupon, with an email field and SIGN UP', async ({
    page,
  }) => {
    await page.goto('/');
    const banner = page.locator('#newsletter');
    await expect(banner.locator('.ticket')).toHaveText('$50coupon');
    await expect(banner.getByLabel('Email')).toHaveAttribute('type', 'email');
    await expect(banner.getByRole('button', { name: 'SIGN UP' })).toBeVisible();
  });

  test('the newsletter asks for an address, and for a good one', async ({ page }) => {
    await page.goto('/');
    const banner = page.locator('#newsletter');
    const email = banner.getByLabel('Email');
    await banner.getByRole('button', { name: 'SIGN UP' }).click();
    await expect(banner.getByText('email is required')).toBeVisible();
    await expect(email).toBeFocused();
    await email.fill('marta@');
    await email.press('Enter');
    await expect(banner.getByText('provide a valid email')).toBeVisible();
    await expect(email).toHaveValue('marta@');
  });

  test('an address that could not be sent is kept', async ({ page }) => {
    await page.route('**/newsletter', (route) => route.abort());
    await page.goto('/');
    const banner = page.locator('#newsletter');
    await banner.getByLabel('Email').fill('marta@northgarage.example');
    await banner.getByRole('button', { name: 'SIGN UP' }).click();
    await expect(banner.getByText('The shop did not answer.')).toBeVisible();
    await expect(banner.getByLabel('Email')).toHaveValue('marta@northgarage.example');
  });

  test('home is accessible from top to bottom', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: /^Purchase/ })).toHaveCount(6);
    await page.getByRole('heading', { name: 'CLIENTS REVIEWS' }).scrollIntoViewIfNeeded();
    await expect(page.locator('.swiper-initialized')).toBeVisible();
    await expectAccessible(page);
  });
});

test.describe('beyond spec 1: the coupon', () => {
  test('a mail leads to it, and only a press gives it', async ({ page, asAdmin }) => {
    const email = `coupon-${Date.now()}@garage.example`;
    await page.goto('/');
    const banner = page.locator('#newsletter');
    await banner.getByLabel('Email').fill(email);
    await banner.getByRole('button', { name: 'SIGN UP' }).click();
    await expect(
      banner.getByText('Check your inbox: the link in our email takes you to your $50 coupon.'),
    ).toBeVisible();
    await expect(banner.getByLabel('Email')).toHaveValue('');
    await expectAccessible(page);

    await page.goto(await linkTo(email, 'coupon', asAdmin));
    await expect(page.getByRole('heading', { name: 'Your coupon is waiting' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Get my coupon' }).click();
    await expect(page.getByRole('heading', { name: 'Here is your coupon' })).toBeFocused();
    await expect(page.locator('.coupon-code')).toHaveText(/^AP50-\w{4}-\w{4}$/);
    await expectAccessible(page);

    await page.goto(await linkTo(email, 'unsubscribe', asAdmin));
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { name: 'You have unsubscribed' })).toBeFocused();
  });

  test('the code is large, and can be copied', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.route('**/newsletter/confirm', (route) =>
      route.fulfill({
        json: { email: 'marta@northgarage.example', code: 'AP50-7KQD-M2XW', amount: 50 },
      }),
    );
    await page.goto('/coupon#token=abc');
    await page.getByRole('button', { name: 'Get my coupon' }).click();
    await page.getByRole('button', { name: 'Copy the code' }).click();
    await expect(page.getByText('Copied.')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('AP50-7KQD-M2XW');
    await expect(page.getByText('takes $50 off one order')).toBeVisible();
  });

  for (const path of ['/coupon', '/unsubscribe']) {
    test(`${path} without its token says so`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
      await expectAccessible(page);
    });
  }

  test('an old link leads back to the sign-up', async ({ page }) => {
    await page.goto('/coupon#token=never-given-out');
    await page.getByRole('button', { name: 'Get my coupon' }).click();
    await expect(
      page.getByRole('heading', { name: 'This link is invalid or has expired' }),
    ).toBeFocused();
    await page.getByRole('link', { name: 'Request a new link' }).click();
    await expect(page).toHaveURL('/#newsletter');
    await expect(page.locator('#newsletter')).toBeFocused();
  });

  test('leaving the newsletter takes a press', async ({ page }) => {
    let calls = 0;
    await page.route('**/newsletter/leave', (route) => {
      calls += 1;
      return route.fulfill({ json: { acknowledged: true } });
    });
    await page.goto('/unsubscribe#token=abc');
    await expectAccessible(page);
    expect(calls).toBe(0);
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { name: 'You have unsubscribed' })).toBeFocused();
  });
});

test.describe('spec 1: the demo banner', () => {
  test('is hidden by its button, and stays hidden as long as the tab', async ({
    page,
    context,
  }) => {
    await page.goto('/blogs');
    // The note comes with the page, before the app.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const banner = page.getByRole('complementary', { name: 'Demo shop' });
    const hide = banner.getByRole('button', { name: 'Hide this note' });
    await hide.focus();
    await page.keyboard.press('Enter');
    await expect(banner).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();

    await page.reload();
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(banner).toHaveCount(0);

    const other = await context.newPage();
    await other.goto('/blogs');
    await expect(other.getByRole('complementary', { name: 'Demo shop' })).toBeVisible();
  });
});
