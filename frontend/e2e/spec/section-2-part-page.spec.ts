import { firstPart } from '../support/calls';
import { expect, test } from '../support/people';
import { customer, expectAccessible } from '../support/shop';

test('beyond spec 2: a part’s page', async ({ page, baseURL }) => {
  const part = await firstPart(page);

  await test.step('shows everything a customer needs before ordering', async () => {
    await page.goto('/');
    await page.locator('#parts').getByRole('link', { name: part.title, exact: true }).click();
    await expect(page).toHaveURL(`/shop/${part._id}`);
    await expect(page).toHaveTitle(`${part.title} | Autoparts`);
    await expect(page.getByRole('heading', { level: 1, name: part.title })).toBeVisible();
    await expect(page.getByRole('img', { name: part.title })).toHaveAttribute('src', part.img);
    await expect(page.locator('.title-block .price')).toHaveText(
      /^Price: \$\d{1,3}(,\d{3})*(\.\d\d)?\b/,
    );
    await expect(page.locator('.title-block').getByText(/^Available: \d+ pcs\.$/)).toBeVisible();
    await expect(
      page.locator('.title-block').getByText(`Minimum Order: ${part.minOrderQuantity} pcs.`),
    ).toBeVisible();
    await expect(page.getByText(part.desc)).toBeVisible();
  });

  await test.step('has structured data of a product with an offer', async () => {
    await page.goto(`/shop/${part._id}`);
    const data = page.locator('script[type="application/ld+json"]');
    const product = JSON.parse((await data.textContent()) ?? '') as Record<string, unknown>;
    expect(product).toMatchObject({
      '@type': 'Product',
      name: part.title,
      sku: part._id,
      image: new URL(part.img, baseURL).href,
      url: `${baseURL}/shop/${part._id}`,
      offers: {
        '@type': 'Offer',
        priceCurrency: 'USD',
        price: part.price.toFixed(2),
        availability: 'https://schema.org/InStock',
      },
    });
  });

  await test.step('its breadcrumbs link to all parts', async () => {
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'Parts' })
      .click();
    await expect(page).toHaveURL('/shop');
  });

  await test.step('a sold-out part is marked', async () => {
    await page.route(`**/parts/${part._id}`, (route) =>
      route.fulfill({ json: { ...part, available: part.minOrderQuantity - 1 } }),
    );
    await page.goto(`/shop/${part._id}`);
    await expect(page.locator('.title-block').getByText('Sold out')).toBeVisible();
    await expect(page.getByText(/There is not enough in stock/)).toBeVisible();
    await expectAccessible(page);
    await page.unrouteAll();
  });

  await test.step('a part that does not exist, and one that does not load', async () => {
    await page.goto('/shop/no-such-part');
    await expect(page.getByRole('heading', { name: 'There is no such part' })).toBeVisible();
    await page.route('**/parts/*', (route) => route.abort());
    await page.goto(`/shop/${part._id}`);
    await expect(page.getByRole('heading', { name: 'The part did not load' })).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: part.title })).toBeVisible();
  });

  await test.step('a visitor is asked to sign in and returns to the order', async () => {
    await expect(
      page.getByText('You will be asked to sign in first, then taken to your order.'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Purchase', exact: true }).click();
    await expect(page).toHaveURL('/signin');
    await page.getByLabel('Email').fill(customer.email);
    await page.getByLabel('Password').fill(customer.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`/purchase/${part._id}`);
  });
});
