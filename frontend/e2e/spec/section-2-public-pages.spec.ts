import { expect, test } from '../support/people';
import { expectAccessible } from '../support/shop';

test.describe('spec 2: any other path', () => {
  test('shows a not-found image, and a way back', async ({ page }) => {
    await page.goto('/no/such/page');
    const picture = page.getByRole('img', { name: 'An empty place on the parts shelf' });
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
  });
});

test.describe('spec 2: public pages on every width', () => {
  for (const path of ['/', '/shop', '/portfolio', '/blogs', '/coupon?token=x', '/no/such/page']) {
    test(`nothing of ${path} sticks out`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const width of [320, 360, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const overhang = await page.evaluate(
          () => document.documentElement.scrollWidth - window.innerWidth,
        );
        expect(overhang, `at ${width}px`).toBeLessThanOrEqual(0);
      }
    });
  }
});
