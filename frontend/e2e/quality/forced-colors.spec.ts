// The user's colors replace ours: what Windows calls a contrast theme.
import type { Locator } from '@playwright/test';
import { orderAs } from '../support/calls';
import { expect, test } from '../support/people';

const background = (link: Locator) =>
  link.evaluate((element) => getComputedStyle(element).backgroundColor);

/** Checks that exactly one link is the current one, and is marked visibly. */
async function expectCurrentMarked(links: Locator) {
  const current = links.and(links.page().locator('[aria-current]'));
  const other = links.and(links.page().locator(':not([aria-current])')).first();
  await expect(current).toHaveCount(1);
  expect(await background(current)).not.toBe(await background(other));
}

test('the current item is marked with forced colors', async ({ asAdmin: page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/dashboard/manageorders');
  await expect(page.getByRole('heading', { name: 'Manage Orders' })).toBeVisible();
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expectCurrentMarked(page.locator('.side a'));
    await expectCurrentMarked(page.locator('.views a'));
    if (width > 360) await expectCurrentMarked(page.locator('.nav a:not(.btn)'));
  }
});

test('an order’s progress is visible with forced colors', async ({ newcomer: { page } }) => {
  const { order } = await orderAs(page);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`/dashboard/orders/${order}`);
  const marks = page.locator('.journey .mark');
  await expect(marks).toHaveCount(3);
  // Backgrounds are gone: only borders are visible.
  const edges = await marks.evaluateAll((all) =>
    all.map((mark) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(mark);
      return parseFloat(borderTopWidth) > 0 && borderTopColor !== 'rgba(0, 0, 0, 0)';
    }),
  );
  expect(edges).toEqual([true, true, true]);
});
