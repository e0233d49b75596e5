import { expect, test } from '../support/people';

test('spec 9: constants of home', async ({ page }) => {
  await page.goto('/');

  await test.step('at most 6 parts are shown', async () => {
    await expect(page.locator('#parts .grid-parts > li.card')).toHaveCount(6);
  });

  await test.step('the counters end at 35600+, 75 and 19600+', async () => {
    const blocks = page.locator('.counters > div');
    await expect(blocks.locator('dt')).toHaveText(['Happy Clients', 'Countries', 'Reviews']);
    await expect(blocks.locator('.final')).toHaveText(['35600+', '75', '19600+']);
    // These tests use reduced motion, so the numbers are shown immediately.
    await expect(blocks.locator('[aria-hidden]')).toHaveText(['35600+', '75', '19600+']);
  });

  await test.step('the coupon is worth $50', async () => {
    await expect(page.getByRole('heading', { name: 'Sign up and get a $50 coupon' })).toBeVisible();
  });

  await test.step('parts can be returned for a refund for 90 days', async () => {
    await expect(
      page.getByText('Send it back within 90 days and get your money back.'),
    ).toBeVisible();
  });

  await test.step('shipping takes as little as two business days, ordered by 12pm ET, continental U.S.', async () => {
    await expect(
      page.getByText(
        'As little as two business days within the continental U.S. when you order by 12pm ET.',
      ),
    ).toBeVisible();
  });

  await test.step('the carousel shows one slide per view, 40 px apart', async () => {
    await page.getByRole('heading', { name: 'CLIENTS REVIEWS' }).scrollIntoViewIfNeeded();
    await expect(page.locator('.swiper-initialized')).toBeVisible();
    const carousel = await page.locator('.swiper').boundingBox();
    const first = await page.locator('.swiper-slide').nth(0).boundingBox();
    const second = await page.locator('.swiper-slide').nth(1).boundingBox();
    if (!carousel || !first || !second) throw new Error('fewer than two reviews');
    expect(first.width).toBeCloseTo(carousel.width, 0);
    expect(second.x - (first.x + first.width)).toBeCloseTo(40, 0);
  });
});
