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

/** The name on the slide that is in view. */
const shownName = (page: Page) => page.locator('.swiper-slide-active figcaption');

test.describe('spec 2: part cards', () => {
  test('a card shows title, price, stock, minimum order, description, picture and Purchase', async ({
    page,
  }) => {
    const part = await firstPart(page);
    await page.goto('/');
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

  test('a spinning icon shows while parts load, in the space they will need', async ({ page }) => {
    let answer: Route | undefined;
    const asked = new Promise<void>((resolve) => {
      void page.route('**/parts?*', (route) => {
        answer = route;
        resolve();
      });
    });
    await page.goto('/');
    await asked;
    const grid = page.locator('#parts .grid-parts');
    await expect(page.locator('#parts .spinner')).toHaveCSS('animation-name', 'turn');
    const before = await grid.boundingBox();
    await answer?.continue();
    await expect(page.getByRole('link', { name: /^Purchase/ })).toHaveCount(6);
    await expect(page.locator('#parts .spinner')).toHaveCount(0);
    const after = await grid.boundingBox();
    expect(after?.y).toBe(before?.y);
  });

  test('an empty shop says so', async ({ page }) => {
    await page.route('**/parts?*', (route) => route.fulfill({ json: [] }));
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'No parts listed' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
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

    // The first block just above the lower edge, the last one below it.
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

test.describe('spec 2: Contact Us', () => {
  test('stands beside its sentence and leads to the contact block in the footer', async ({
    page,
  }) => {
    await page.goto('/');
    await expect(
      page.getByRole('heading', { name: 'We are highly care our clients!' }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Contact Us' }).focus();
    await page.keyboard.press('Enter');
    const office = page.locator('#head-office');
    await expect(office).toBeFocused();
    await expect(office).toBeInViewport();
    await expect(office).toHaveCSS('outline-style', 'solid');
  });

  test('works again after looking elsewhere, and from another page by its address', async ({
    page,
  }) => {
    await page.goto('/blogs#head-office');
    await expect(page.locator('#head-office')).toBeFocused();
    await expect(page.locator('#head-office')).toBeInViewport();

    await page.goto('/');
    for (let time = 0; time < 2; time += 1) {
      await page.getByRole('link', { name: 'Contact Us' }).click();
      await expect(page.locator('#head-office')).toBeFocused();
      await page.getByRole('link', { name: 'Get Started' }).focus();
    }
  });

  test('is not covered by the demo banner', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/');
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
});

test.describe('spec 2: reviews carousel', () => {
  test('reviews are asked for once when home opens', async ({ page }) => {
    let calls = 0;
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/reviews') calls += 1;
    });
    await openCarousel(page);
    await expect(shownName(page)).toBeVisible();
    expect(calls).toBe(1);
  });

  test('the slider is fetched only when the reader comes near, and nothing moves when it comes', async ({
    page,
  }) => {
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (/swiper|clients-reviews-slides/.test(request.url())) fetched.push(request.url());
    });
    await page.goto('/');
    await expect(page.getByRole('link', { name: /^Purchase/ })).toHaveCount(6);
    const stage = page.locator('.reviews-stage');
    await expect(stage.locator('figcaption').first()).toBeAttached();
    expect(fetched).toEqual([]);
    const before = await stage.boundingBox();
    await stage.scrollIntoViewIfNeeded();
    await expect(page.locator('.swiper-initialized')).toBeVisible();
    const after = await stage.boundingBox();
    expect(after?.height).toBe(before?.height);
    expect(fetched).not.toEqual([]);
  });

  test('the heading is rose', async ({ page }) => {
    await page.goto('/');
    const heading = page.getByRole('heading', { name: 'CLIENTS REVIEWS' });
    await expect(heading).toHaveCSS('color', 'rgb(192, 19, 80)');
  });

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
    await expect(slide.locator('.stars .icon:not(.off)')).toHaveCount(3);
    await expect(stars.nth(2)).toHaveCSS('fill', 'rgb(11, 122, 75)');
    await expect(stars.nth(3)).toHaveCSS('fill', 'none');
  });

  test('arrows turn it, and stop at both ends without losing the focus', async ({ page }) => {
    await withReviews(page, reviews(3));
    await openCarousel(page);
    const previous = page.getByRole('button', { name: 'Previous review' });
    const next = page.getByRole('button', { name: 'Next review' });
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
  });

  test('dots can be pressed, and those of many reviews fit on a narrow phone', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await withReviews(page, reviews(20));
    await openCarousel(page);
    const dots = page.locator('.dots button');
    await expect(dots).toHaveCount(20);
    await page.getByRole('button', { name: 'Review 17', exact: true }).click();
    await expect(shownName(page)).toHaveText('Client 17');
    await expect(page.locator('.dots [aria-current]')).toHaveAccessibleName('Review 17');
    await expect(dots).toHaveCount(20);
    for (const dot of await dots.all()) {
      const box = await dot.boundingBox();
      expect(box?.width).toBeGreaterThanOrEqual(24);
      expect(box?.height).toBeGreaterThanOrEqual(24);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
    }
    const overhang = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overhang).toBeLessThanOrEqual(0);
    await expectAccessible(page);
  });

  test('the bar can be dragged', async ({ page }) => {
    await withReviews(page, reviews(5));
    await openCarousel(page);
    const handle = await page.locator('.swiper-scrollbar-drag').boundingBox();
    const bar = await page.locator('.bar').boundingBox();
    if (!handle || !bar) throw new Error('there is no bar');
    await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await page.mouse.down();
    await page.mouse.move(bar.x + bar.width, bar.y + bar.height / 2, { steps: 6 });
    await page.mouse.up();
    await expect(shownName(page)).toHaveText('Client 5');
  });

  test('arrow keys turn it, and the page keys stay with the page', async ({ page }) => {
    await withReviews(page, reviews(5));
    await openCarousel(page);
    await page.keyboard.press('ArrowRight');
    await expect(shownName(page)).toHaveText('Client 2');
    const before = await page.evaluate(() => scrollY);
    await page.keyboard.press('PageDown');
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
    await expect(shownName(page)).toHaveText('Client 2');
    // Only a carousel that is in view takes the keys.
    await page.locator('.swiper').scrollIntoViewIfNeeded();
    await page.keyboard.press('ArrowLeft');
    await expect(shownName(page)).toHaveText('Client 1');
  });

  test('slides out of view cannot be reached by keyboard; a long review unfolds', async ({
    page,
  }) => {
    await withReviews(page, reviews(4, 'A long story about a water pump. '.repeat(20)));
    await openCarousel(page);
    await expect(page.locator('.swiper .review:not([inert])')).toHaveCount(1);
    const fold = page.locator('.swiper-slide-active button');
    await expect(fold).toHaveText('Read more');
    await fold.focus();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: 'Review 1', exact: true })).toBeFocused();
    await fold.click();
    await expect(fold).toHaveText('Show less');
    await expectAccessible(page);
  });

  test('no reviews and reviews that do not load have words and a way on', async ({ page }) => {
    await withReviews(page, []);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'No reviews yet' })).toBeVisible();

    await page.unroute('**/reviews?*');
    await page.route('**/reviews?*', (route) => route.abort(), { times: 1 });
    await page.goto('/');
    const failed = page.locator('.reviews-stage');
    await expect(failed.getByRole('heading', { name: 'Reviews did not load' })).toBeVisible();
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(failed.locator('figcaption').first()).toBeVisible();
  });
});
