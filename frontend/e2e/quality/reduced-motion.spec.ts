// With reduced motion nothing is animated; without it, something is.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/people';

/** The longest animation or transition on a page in milliseconds, while elements open and close. */
async function longestMotion(page: Page): Promise<number> {
  await page.addInitScript(() => {
    const durations: number[] = [0];
    Object.assign(window, { durations });
    const note = ({ target, type }: Event) => {
      const style = getComputedStyle(target as Element);
      const times = type === 'transitionrun' ? style.transitionDuration : style.animationDuration;
      durations.push(...times.split(',').map((time) => parseFloat(time) * 1000));
    };
    document.addEventListener('transitionrun', note, true);
    document.addEventListener('animationstart', note, true);
  });
  await page.goto('/shop');
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await expect(page.locator('.in-cart')).toHaveText('1');
  await page.goto('/');
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.getByRole('link', { name: 'Get Started' }).click();
  return page.evaluate(() => Math.max(...(window as unknown as { durations: number[] }).durations));
}

test.use({ viewport: { width: 360, height: 800 } });

for (const [motion, isStill] of [
  ['reduce', true],
  ['no-preference', false],
] as const) {
  test(`with prefers-reduced-motion: ${motion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: motion });
    const longest = await longestMotion(page);
    if (isStill) expect(longest).toBeLessThanOrEqual(1);
    else expect(longest).toBeGreaterThan(50);
  });
}
