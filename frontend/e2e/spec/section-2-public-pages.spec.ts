import { expect, test } from '../support/people';

// `quality/screens.spec.ts` checks that nothing overflows at any width, and that all of it is
// accessible.
test('spec 2: any other path shows a not-found image and a link back', async ({ page }) => {
  await page.goto('/no/such/page');
  const picture = page.getByRole('img', { name: 'An empty place on the parts shelf' });
  await expect(picture).toBeVisible();
  await expect
    .poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
});
