import type { Page } from '@playwright/test';
import { allParts, findInMail } from '../support/calls';
import { expect, test } from '../support/people';
import { expectAccessible } from '../support/shop';

const headings = (page: Page) => page.locator('main h1, main h2').allTextContents();

/** The path of such a link in the latest email. */
const linkTo = (email: string, screen: string, asAdmin: Page) =>
  findInMail(asAdmin, email, new RegExp(`/${screen}#token=[\\w-]+`));

test('spec 1: what home shows', async ({ page }) => {
  const parts = (await allParts(page)).slice(0, 6);
  await page.goto('/');
  const titles = page.locator('#parts li h3');
  const banner = page.locator('#newsletter');

  await test.step('AUTO PARTS shows the first six parts of the catalogue in a grid', async () => {
    await expect(titles).toHaveText(parts.map(({ title }) => title));
    const tops = await page
      .locator('#parts .grid-parts > li')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().top)));
    expect(new Set(tops).size).toBe(2);
  });

  await test.step('the sections are in the order of the specification, the footer last', async () => {
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

  await test.step('Why Choose makes three promises', async () => {
    const promises = page.locator('.promises li');
    await expect(promises).toHaveCount(3);
    await expect(promises.nth(0)).toContainText('Guaranteed fit');
    await expect(promises.nth(0)).toContainText('year, make and model');
    await expect(promises.nth(1)).toContainText('Fast shipping');
    await expect(promises.nth(2)).toContainText('90-day returns');
    await expect(promises.nth(2)).toContainText('money back');
  });

  await test.step('Get Started goes to the parts and moves the focus', async () => {
    const start = page.getByRole('link', { name: 'Get Started' });
    await start.focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('#parts')).toBeFocused();
    await expect(page.getByRole('heading', { name: 'AUTO PARTS' })).toBeInViewport();
  });

  await test.step('the newsletter banner promises the coupon, with an email field and SIGN UP', async () => {
    await expect(banner.locator('.ticket')).toHaveText('$50coupon');
    await expect(banner.getByLabel('Email')).toHaveAttribute('type', 'email');
    await expect(banner.getByRole('button', { name: 'SIGN UP' })).toBeVisible();
  });

  await test.step('the newsletter requires a valid address', async () => {
    const email = banner.getByLabel('Email');
    await banner.getByRole('button', { name: 'SIGN UP' }).click();
    await expect(banner.getByText('email is required')).toBeVisible();
    await expect(email).toBeFocused();
    await email.fill('marta@');
    await email.press('Enter');
    await expect(banner.getByText('provide a valid email')).toBeVisible();
    await expect(email).toHaveValue('marta@');
  });

  await test.step('an address that could not be sent stays in the field', async () => {
    await page.route('**/newsletter', (route) => route.abort());
    await banner.getByLabel('Email').fill('marta@northgarage.example');
    await banner.getByRole('button', { name: 'SIGN UP' }).click();
    await expect(banner.getByText('The shop did not answer.')).toBeVisible();
    await expect(banner.getByLabel('Email')).toHaveValue('marta@northgarage.example');
  });
});

test.describe('beyond spec 1: the coupon', () => {
  test('an email links to it, and only a click issues it', async ({ page, asAdmin }) => {
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
    await page.getByRole('button', { name: 'Get my coupon' }).click();
    await expect(page.getByRole('heading', { name: 'Here is your coupon' })).toBeFocused();
    await expect(page.locator('.coupon-code')).toHaveText(/^AP50-\w{4}-\w{4}$/);
    await expectAccessible(page);

    await page.goto(await linkTo(email, 'unsubscribe', asAdmin));
    await page.getByRole('button', { name: 'Unsubscribe' }).click();
    await expect(page.getByRole('heading', { name: 'You have unsubscribed' })).toBeFocused();
  });

  test('the code can be copied, and links without a valid token show an error', async ({
    page,
    context,
  }) => {
    await test.step('the code is copied', async () => {
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
      await page.unrouteAll();
    });

    await test.step('links without their token are incomplete', async () => {
      for (const path of ['/coupon', '/unsubscribe']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { name: 'This link is incomplete' })).toBeVisible();
      }
      await expectAccessible(page);
    });

    await test.step('an expired link leads back to the sign-up', async () => {
      await page.goto('/coupon#token=never-given-out');
      await page.getByRole('button', { name: 'Get my coupon' }).click();
      await expect(
        page.getByRole('heading', { name: 'This link is invalid or has expired' }),
      ).toBeFocused();
      await page.getByRole('link', { name: 'Request a new link' }).click();
      await expect(page).toHaveURL('/#newsletter');
      await expect(page.locator('#newsletter')).toBeFocused();
    });

    await test.step('unsubscribing takes a click', async () => {
      let calls = 0;
      await page.route('**/newsletter/leave', (route) => {
        calls += 1;
        return route.fulfill({ json: { acknowledged: true } });
      });
      await page.goto('/unsubscribe#token=abc');
      const leave = page.getByRole('button', { name: 'Unsubscribe' });
      await expect(leave).toBeVisible();
      expect(calls).toBe(0);
      await leave.click();
      await expect(page.getByRole('heading', { name: 'You have unsubscribed' })).toBeFocused();
    });
  });
});

test.describe('spec 1: the demo banner', () => {
  test('is hidden by its button and stays hidden in this tab', async ({ page, context }) => {
    await page.goto('/blogs');
    // The note is part of the page and appears before the app.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const banner = page.getByRole('complementary', { name: 'Demo shop' });
    const hide = banner.getByRole('button', { name: 'Hide this note' });
    await hide.focus();
    await page.keyboard.press('Enter');
    await expect(banner).toBeHidden();
    await expect(page.getByRole('main')).toBeFocused();

    await page.reload();
    await expect(page.getByRole('button', { name: 'Send' })).toBeVisible();
    await expect(banner).toHaveCount(0);

    const other = await context.newPage();
    await other.goto('/blogs');
    await expect(other.getByRole('complementary', { name: 'Demo shop' })).toBeVisible();
  });
});
