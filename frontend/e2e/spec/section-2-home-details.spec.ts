import type { Page, Route } from '@playwright/test';
import { aReview } from '../../src/testing/fixtures';
import { firstPart } from '../support/calls';
import { expect, test } from '../support/people';
import { expectAccessible } from '../support/shop';

const reviews = (count: number, text = 'Fits.') =>
  Array.from({ length: count }, (_, at) =>
    aReview({
      _id: `review-${at + 1}`,
      name: `Client ${at + 1}`,
      rating: (at % 5) + 1,
      review: text,
    }),
  );

const withReviews = (page: Page, list: unknown[]) =>
  page.route('**/reviews?*', (route) => route.fulfill({ json: list }));

async function openCarousel(page: Page) {
  await page.goto('/');
  await page.getByRole('heading', { name: 'CLIENTS REVIEWS' }).scrollIntoViewIfNeeded();
  await expect(page.locator('.swiper-initialized')).toBeVisible();
}

/** The name on the visible slide. */
const shownName = (page: Page) => page.locator('.swiper-slide-active figcaption');

test('spec 2: part cards, Contact Us and the reviews of the shop', async ({ page }) => {
  const part = await firstPart(page);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(new URL(request.url()).pathname));
  const slider = () => calls.filter((path) => /swiper|clients-reviews-slides/.test(path));
  await page.goto('/');

  await test.step('a card shows title, price, stock, minimum order, description, picture and Purchase', async () => {
    const card = page.locator('#parts .grid-parts > li').first();
    await expect(card.getByRole('heading', { name: part.title })).toBeVisible();
    await expect(card.locator('.price')).toContainText(`Price: $${part.price.toFixed(2)}`);
    await expect(card.getByText(/^Available:/)).toHaveText(/^Available: \d+ pcs\.$/);
    await expect(card.getByText(`Minimum Order: ${part.minOrderQuantity} pcs.`)).toBeVisible();
    await expect(card.getByText(part.desc)).toBeVisible();
    await expect(card.getByRole('img', { name: part.title })).toHaveAttribute('src', part.img);
    await expect(card.getByRole('link', { name: `Purchase ${part.title}` })).toHaveAttribute(
      'href',
      `/purchase/${part._id}`,
    );
    await expect(card.getByRole('link', { name: part.title, exact: true })).toHaveAttribute(
      'href',
      `/shop/${part._id}`,
    );
  });

  await test.step('the slider loads only when it is near the viewport, without a layout shift', async () => {
    await expect(page.getByRole('link', { name: /^Purchase/ })).toHaveCount(6);
    const stage = page.locator('.reviews-stage');
    await expect(stage.locator('figcaption').first()).toBeAttached();
    expect(slider()).toEqual([]);
    const before = await stage.boundingBox();
    await stage.scrollIntoViewIfNeeded();
    await expect(page.locator('.swiper-initialized')).toBeVisible();
    const after = await stage.boundingBox();
    expect(after?.height).toBe(before?.height);
    expect(slider()).not.toEqual([]);
  });

  await test.step('reviews are requested once when home opens', async () => {
    await expect(shownName(page)).toBeVisible();
    expect(calls.filter((path) => path === '/reviews')).toHaveLength(1);
  });

  await test.step('the heading of the reviews is rose', async () => {
    const heading = page.getByRole('heading', { name: 'CLIENTS REVIEWS' });
    await expect(heading).toHaveCSS('color', 'rgb(192, 19, 80)');
  });

  await test.step('Contact Us is next to its sentence and links to the contact block in the footer every time', async () => {
    await expect(
      page.getByRole('heading', { name: 'We are highly care our clients!' }),
    ).toBeVisible();
    const office = page.locator('#head-office');
    for (let time = 0; time < 2; time += 1) {
      await page.getByRole('link', { name: 'Contact Us' }).focus();
      await page.keyboard.press('Enter');
      await expect(office).toBeFocused();
      await expect(office).toBeInViewport();
      await expect(office).toHaveCSS('outline-style', 'solid');
      await page.getByRole('link', { name: 'Get Started' }).focus();
    }
  });

  await test.step('on a phone the contact block is not covered by the demo banner', async () => {
    await page.setViewportSize({ width: 360, height: 640 });
    await expect(page.locator('.bottom-note')).toBeVisible();
    await page.getByRole('link', { name: 'Contact Us' }).click();
    await expect(page.locator('#head-office')).toBeFocused();
    await page.evaluate(() => {
      window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' });
    });
    const last = await page.locator('.site-footer .base').boundingBox();
    const banner = await page.locator('.bottom-note').boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(banner?.y ?? 0);
  });

  await test.step('the contact block has an address of its own', async () => {
    await page.goto('/blogs#head-office');
    await expect(page.locator('#head-office')).toBeFocused();
    await expect(page.locator('#head-office')).toBeInViewport();
  });
});

test('spec 2: home while its lists load, without any, and when they do not load', async ({
  page,
}) => {
  await test.step('a spinner shows while parts load, in the space they will need', async () => {
    let answer: Route | undefined;
    const requested = new Promise<void>((resolve) => {
      void page.route('**/parts?*', (route) => {
        answer = route;
        resolve();
      });
    });
    await page.goto('/');
    await requested;
    const grid = page.locator('#parts .grid-parts');
    await expect(page.locator('#parts .spinner')).toHaveCSS('animation-name', 'turn');
    const before = await grid.boundingBox();
    await answer?.continue();
    await expect(page.getByRole('link', { name: /^Purchase/ })).toHaveCount(6);
    await expect(page.locator('#parts .spinner')).toHaveCount(0);
    const after = await grid.boundingBox();
    expect(after?.y).toBe(before?.y);
    await page.unrouteAll();
  });

  await test.step('an empty shop shows that it has no parts and no reviews', async () => {
    await page.route('**/parts?*', (route) => route.fulfill({ json: [] }));
    await withReviews(page, []);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'No parts listed' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No reviews yet' })).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('parts and reviews that do not load can be retried', async () => {
    await page.route('**/parts?*', (route) => route.abort(), { times: 1 });
    await page.route('**/reviews?*', (route) => route.abort(), { times: 1 });
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Parts did not load' })).toBeVisible();
    await page.locator('#parts').getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('link', { name: /^Purchase/ })).toHaveCount(6);
    const failed = page.locator('.reviews-stage');
    await expect(failed.getByRole('heading', { name: 'Reviews did not load' })).toBeVisible();
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(failed.locator('figcaption').first()).toBeVisible();
  });
});

test.describe('spec 2: business summary', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('each counter starts only when its own block comes into view', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/');
    await expect(page.getByRole('link', { name: /^Purchase/ })).toHaveCount(6);
    const blocks = page.locator('.counters > div');
    const number = (at: number) => blocks.nth(at).locator('[aria-hidden]');
    await expect(number(0)).toHaveText('0+');

    // The first block is just above the lower edge, the last one below it.
    await blocks.nth(0).evaluate((block) => {
      const { bottom } = block.getBoundingClientRect();
      window.scrollBy({ top: bottom - window.innerHeight + 4, behavior: 'instant' });
    });
    await expect(number(0)).toHaveText('35600+');
    await expect(number(2)).toHaveText('0+');

    await blocks.nth(2).scrollIntoViewIfNeeded();
    await expect(number(1)).toHaveText('75');
    await expect(number(2)).toHaveText('19600+');
  });
});

test.describe('spec 2: reviews carousel', () => {
  test('a slide shows name, stars filled up to the rating in green, and the text', async ({
    page,
  }) => {
    await withReviews(page, [aReview({ name: 'Ines', rating: 3, review: 'Good discs.' })]);
    await openCarousel(page);
    const slide = page.locator('.swiper-slide-active');
    await expect(slide.locator('figcaption')).toHaveText('Ines');
    await expect(slide.locator('blockquote')).toHaveText('Good discs.');
    await expect(slide.getByRole('img', { name: '3 out of 5 stars' })).toBeVisible();
    const stars = slide.locator('.stars .icon');
    await expect(stars).toHaveCount(5);
    await expect(slide.locator('.stars .icon:not(.empty)')).toHaveCount(3);
    await expect(stars.nth(2)).toHaveCSS('fill', 'rgb(11, 122, 75)');
    await expect(stars.nth(3)).toHaveCSS('fill', 'none');
  });

  test('is moved by arrows, keys and its bar', async ({ page }) => {
    await withReviews(page, reviews(3));
    await openCarousel(page);
    const previous = page.getByRole('button', { name: 'Previous review' });
    const next = page.getByRole('button', { name: 'Next review' });

    await test.step('arrow keys move it, and the page keys scroll the page', async () => {
      await page.keyboard.press('ArrowRight');
      await expect(shownName(page)).toHaveText('Client 2');
      const before = await page.evaluate(() => scrollY);
      await page.keyboard.press('PageDown');
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
      await expect(shownName(page)).toHaveText('Client 2');
      // Only a visible carousel handles the keys.
      await page.locator('.swiper').scrollIntoViewIfNeeded();
      await page.keyboard.press('ArrowLeft');
      await expect(shownName(page)).toHaveText('Client 1');
    });

    await test.step('arrows move it and stop at both ends without losing the focus', async () => {
      await expect(previous).toHaveAttribute('aria-disabled', 'true');
      await next.click();
      await expect(shownName(page)).toHaveText('Client 2');
      await next.focus();
      await page.keyboard.press('Enter');
      await expect(shownName(page)).toHaveText('Client 3');
      await expect(next).toHaveAttribute('aria-disabled', 'true');
      await expect(next).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(shownName(page)).toHaveText('Client 3');
      await previous.click();
      await expect(shownName(page)).toHaveText('Client 2');
      await previous.click();
      await expect(shownName(page)).toHaveText('Client 1');
    });

    await test.step('the bar can be dragged', async () => {
      await page.locator('.bar').scrollIntoViewIfNeeded();
      const handle = await page.locator('.swiper-scrollbar-drag').boundingBox();
      const bar = await page.locator('.bar').boundingBox();
      if (!handle || !bar) throw new Error('there is no bar');
      await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
      await page.mouse.down();
      await page.mouse.move(bar.x + bar.width, bar.y + bar.height / 2, { steps: 6 });
      await page.mouse.up();
      await expect(shownName(page)).toHaveText('Client 3');
    });
  });

  test('many long reviews fit on a narrow phone', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await withReviews(page, reviews(20, 'A long story about a water pump. '.repeat(20)));
    await openCarousel(page);

    await test.step('hidden slides cannot be reached by keyboard; a long review expands', async () => {
      await expect(page.locator('.swiper .review:not([inert])')).toHaveCount(1);
      const fold = page.locator('.swiper-slide-active button');
      await expect(fold).toHaveText('Read more');
      await fold.focus();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'Review 1', exact: true })).toBeFocused();
      await fold.click();
      await expect(fold).toHaveText('Show less');
    });

    await test.step('dots can be pressed, and all of them fit', async () => {
      const dots = page.locator('.dots button');
      await expect(dots).toHaveCount(20);
      await page.getByRole('button', { name: 'Review 17', exact: true }).click();
      await expect(shownName(page)).toHaveText('Client 17');
      await expect(page.locator('.dots [aria-current]')).toHaveAccessibleName('Review 17');
      await expect(dots).toHaveCount(20);
      const boxes = await dots.evaluateAll((all) => all.map((dot) => dot.getBoundingClientRect()));
      for (const { width, height, right } of boxes) {
        expect(width).toBeGreaterThanOrEqual(24);
        expect(height).toBeGreaterThanOrEqual(24);
        expect(right).toBeLessThanOrEqual(320);
      }
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
    });
    await expectAccessible(page);
  });
});
