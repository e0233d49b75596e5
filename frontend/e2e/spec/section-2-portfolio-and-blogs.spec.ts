import { expect, test } from '../support/people';

test('spec 2: portfolio and blogs', async ({ page }) => {
  await test.step('portfolio is a developer profile that links to the API and how the shop was built', async () => {
    await page.goto('/portfolio');
    await expect(page).toHaveTitle('Portfolio | Autoparts');
    await expect(page.getByText('Developer profile')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Try the API' })).toHaveAttribute('href', '/docs/');
    await expect(page.getByRole('img', { name: /^Exploded drawing/ })).toBeVisible();
    await expect(page.locator('.bill li')).toHaveCount(9);
    await page.getByRole('link', { name: 'Build it yourself' }).click();
    await expect(page.locator('#build')).toBeFocused();
  });

  await test.step('blogs answers five questions about React and JavaScript', async () => {
    await page.goto('/blogs#event-loop');
    await expect(page).toHaveTitle('Blogs | Autoparts');
    await expect(page.getByRole('article')).toHaveCount(5);
    for (const article of await page.getByRole('article').all()) {
      await expect(article.getByRole('heading', { level: 2 })).toHaveText(/\?$/);
      expect(await article.locator('p:not(.subject)').count()).toBeGreaterThanOrEqual(2);
    }
  });

  await test.step('a question can be jumped to and linked to', async () => {
    await expect(page.locator('#event-loop')).toBeFocused();
    await expect(page.locator('#event-loop h2')).toBeInViewport();
    await page.getByRole('link', { name: 'Why does my effect see an old value?' }).click();
    await expect(page.locator('#old-values')).toBeFocused();
    await expect(page.locator('#old-values h2')).toBeInViewport();
  });
});
