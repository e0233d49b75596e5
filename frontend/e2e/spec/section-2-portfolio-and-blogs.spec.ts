import { expect, test } from '../support/people';
import { expectAccessible } from '../support/shop';

test.describe('spec 2: portfolio', () => {
  test('is a developer profile that leads to the API and to the building of it', async ({
    page,
  }) => {
    await page.goto('/portfolio');
    await expect(page).toHaveTitle('Portfolio | Autoparts');
    await expect(page.getByText('Developer profile')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Try the API' })).toHaveAttribute('href', '/docs/');
    await expect(page.getByRole('img', { name: /^Exploded drawing/ })).toBeVisible();
    await expect(page.locator('.bill li')).toHaveCount(9);
    await page.getByRole('link', { name: 'Build it yourself' }).click();
    await expect(page.locator('#build')).toBeFocused();
    await expectAccessible(page);
  });
});

test.describe('spec 2: blogs', () => {
  test('answers five questions about React and JavaScript', async ({ page }) => {
    await page.goto('/blogs');
    await expect(page).toHaveTitle('Blogs | Autoparts');
    await expect(page.getByRole('article')).toHaveCount(5);
    for (const article of await page.getByRole('article').all()) {
      await expect(article.getByRole('heading', { level: 2 })).toHaveText(/\?$/);
      expect(await article.locator('p:not(.subject)').count()).toBeGreaterThanOrEqual(2);
    }
    await expectAccessible(page);
  });

  test('a question can be gone to, and linked to', async ({ page }) => {
    await page.goto('/blogs#event-loop');
    await expect(page.locator('#event-loop')).toBeFocused();
    await expect(page.locator('#event-loop h2')).toBeInViewport();
    await page.getByRole('link', { name: 'Why does my effect see an old value?' }).click();
    await expect(page.locator('#old-values')).toBeFocused();
    await expect(page.locator('#old-values h2')).toBeInViewport();
  });
});
