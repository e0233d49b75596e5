import type { Page } from '@playwright/test';
import { expect, test } from '../support/people';
import { customer, expectAccessible } from '../support/shop';

interface Part {
  _id: string;
  title: string;
  desc: string;
  img: string;
  price: number;
  available: number;
  minOrderQuantity: number;
}

async function firstPart(page: Page): Promise<Part> {
  const [part] = (await (await page.request.get('/parts?limit=1')).json()) as Part[];
  if (!part) throw new Error('the demo shop has no parts');
  return part;
}

const cards = (page: Page) => page.locator('.shop .grid-parts > li');
const count = (page: Page) => page.locator('.found');

/** A catalogue of the test's own, handed out in pages as the server does. */
async function serveCatalogue(page: Page, size: number) {
  const all = Array.from({ length: size }, (_, at) => ({
    _id: `part-${at}`,
    title: `Washer M${at}`,
    desc: at === size - 1 ? 'The very last one, of titanium.' : 'Zinc-plated steel.',
    img: '/catalogue/wheel-bearing.svg',
    price: 1 + at / 100,
    available: at % 2 === 0 ? 500 : 1,
    minOrderQuantity: 10,
  }));
  const asked: string[] = [];
  await page.route('**/parts?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    asked.push(query.toString());
    const start = all.findIndex(({ _id }) => _id === query.get('after')) + 1;
    return route.fulfill({ json: all.slice(start, start + Number(query.get('limit'))) });
  });
  return asked;
}

test.describe('spec 2: portfolio', () => {
  test('is a developer profile that leads to the API and to the building of it', async ({
    page,
  }) => {
    await page.goto('/portfolio');
    await expect(page).toHaveTitle('Portfolio | Autoparts');
    await expect(page.getByText('Developer profile')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Try the API' })).toHaveAttribute('href', '/docs/');
    await expect(page.getByRole('img', { name: /^Exploded drawing/ })).toBeVisible();
    await expect(page.locator('.bill li')).toHaveCount(8);
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

test.describe('beyond spec 2: the whole catalogue', () => {
  test('All parts on home leads there, and every part is listed', async ({ page }) => {
    const all = (await (await page.request.get('/parts')).json()) as Part[];
    await page.goto('/');
    await page.getByRole('link', { name: 'All parts' }).click();
    await expect(page).toHaveURL('/shop');
    await expect(page).toHaveTitle('All Parts | Autoparts');
    await expect(count(page)).toHaveText(`${all.length} parts`);
    await expectAccessible(page);
  });

  test('words are searched for in titles and descriptions, and stand in the address', async ({
    page,
  }) => {
    await page.goto('/shop');
    await page.getByLabel('Search').fill('PETROL alternator');
    await expect(page).toHaveURL('/shop?q=PETROL+alternator');
    await expect(cards(page)).toHaveCount(1);
    await expect(count(page)).toHaveText('1 part found');
    await expect(cards(page).getByRole('heading')).toHaveText('Alternator');
    await page.reload();
    await expect(page.getByLabel('Search')).toHaveValue('PETROL alternator');
    await expect(cards(page)).toHaveCount(1);
  });

  test('a search without result can be cleared', async ({ page }) => {
    await page.goto('/shop?q=flux+capacitor&stock=in&sort=name');
    await expect(page.getByRole('heading', { name: 'No part like that' })).toBeVisible();
    await expect(count(page)).toHaveText('No part found');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(page).toHaveURL('/shop?sort=name');
    await expect(page.getByLabel('Search')).toHaveValue('');
    await expect(cards(page).first()).toBeVisible();
  });

  test('parts are sorted by name and by price', async ({ page }) => {
    await page.goto('/shop');
    const prices = async () => {
      const texts = await cards(page).locator('.price').allTextContents();
      return texts.map((text) => Number(text.replace('Price: $', '')));
    };
    await page.getByLabel('Sort by').selectOption('Price, low to high');
    await expect(page).toHaveURL('/shop?sort=price-up');
    const up = await prices();
    expect(up).toEqual([...up].sort((a, b) => a - b));
    await page.getByLabel('Sort by').selectOption('Price, high to low');
    const down = await prices();
    expect(down).toEqual([...down].sort((a, b) => b - a));
    expect(down).not.toEqual(up);
    await page.getByLabel('Sort by').selectOption('Name, A to Z');
    await expect(cards(page).first().getByRole('heading')).toHaveText('A/C compressor');
  });

  test('a part that is sold out says so, and can be left out', async ({ page }) => {
    await serveCatalogue(page, 4);
    await page.goto('/shop');
    await expect(cards(page)).toHaveCount(4);
    await expect(page.getByText('Sold out')).toHaveCount(2);
    await expect(cards(page).nth(1)).toContainText('Sold out');
    await page.getByLabel('In stock only').check();
    await expect(page).toHaveURL('/shop?stock=in');
    await expect(cards(page)).toHaveCount(2);
    await expect(page.getByText('Sold out')).toHaveCount(0);
  });

  test('a long catalogue grows by Show more, and a search looks through all of it', async ({
    page,
  }) => {
    const asked = await serveCatalogue(page, 2300);
    await page.goto('/shop');
    await expect(cards(page)).toHaveCount(24);
    await expect(count(page)).toHaveText('100 parts and more');
    expect(asked).toEqual(['limit=100']);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(cards(page)).toHaveCount(48);
    await expect(cards(page).nth(24).getByRole('link').first()).toBeFocused();
    await expect(page).toHaveURL('/shop?show=48');

    await page.getByLabel('Search').fill('titanium');
    await expect(count(page)).toHaveText('1 part found');
    await expect(cards(page).getByRole('heading')).toHaveText('Washer M2299');
    expect(asked).toEqual([
      'limit=100',
      'limit=1000&after=part-99',
      'limit=1000&after=part-1099',
      'limit=1000&after=part-2099',
    ]);
  });

  test('when the rest does not load, what is there stays, and the rest can be asked for again', async ({
    page,
  }) => {
    await serveCatalogue(page, 150);
    await page.route('**/parts?*after=*', (route) => route.abort(), { times: 1 });
    await page.goto('/shop?sort=price-up');
    await expect(page.getByText('The rest of the catalogue did not load.')).toBeVisible();
    await expect(cards(page)).toHaveCount(24);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(count(page)).toHaveText('150 parts');
  });

  test('parts that do not load can be asked for again', async ({ page }) => {
    await page.route('**/parts?*', (route) => route.abort(), { times: 1 });
    await page.goto('/shop');
    await expect(page.getByRole('heading', { name: 'Parts did not load' })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(cards(page).first()).toBeVisible();
  });

  test('going back from a part finds the list and the place in it', async ({ page }) => {
    await page.goto('/shop?sort=name');
    await expect(cards(page).first()).toBeVisible();
    const card = cards(page).nth(12).getByRole('heading').getByRole('link');
    await card.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(500);
    await card.click();
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/shop?sort=name');
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before - 200);
    await expect(page.getByLabel('Sort by')).toHaveValue('name');
  });
});

test.describe('beyond spec 2: a part’s page', () => {
  test('shows everything there is to know before ordering', async ({ page }) => {
    const part = await firstPart(page);
    await page.goto('/');
    await page.locator('#parts').getByRole('link', { name: part.title, exact: true }).click();
    await expect(page).toHaveURL(`/shop/${part._id}`);
    await expect(page).toHaveTitle(`${part.title} | Autoparts`);
    await expect(page.getByRole('heading', { level: 1, name: part.title })).toBeVisible();
    await expect(page.getByRole('img', { name: part.title })).toHaveAttribute('src', part.img);
    await expect(page.locator('.price')).toHaveText(/^Price: \$\d+(\.\d\d)?$/);
    await expect(page.getByText(/^Available: \d+ pcs\.$/)).toBeVisible();
    await expect(page.getByText(`Minimum Order: ${part.minOrderQuantity} pcs.`)).toBeVisible();
    await expect(page.getByText(part.desc)).toBeVisible();
    await expectAccessible(page);
    await page
      .getByRole('navigation', { name: 'Breadcrumbs' })
      .getByRole('link', { name: 'Parts' })
      .click();
    await expect(page).toHaveURL('/shop');
  });

  test('a visitor is told of the sign-in, and comes back to the order', async ({ page }) => {
    const part = await firstPart(page);
    await page.goto(`/shop/${part._id}`);
    await expect(
      page.getByText('You sign in first, and come straight back to order.'),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Purchase' }).click();
    await expect(page).toHaveURL('/signin');
    await page.getByLabel('Email').fill(customer.email);
    await page.getByLabel('Password').fill(customer.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL(`/purchase/${part._id}`);
  });

  test('machines read it as a product with an offer', async ({ page, baseURL }) => {
    const part = await firstPart(page);
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

  test('a part that is sold out says so', async ({ page }) => {
    const part = await firstPart(page);
    await page.route(`**/parts/${part._id}`, (route) =>
      route.fulfill({ json: { ...part, available: part.minOrderQuantity - 1 } }),
    );
    await page.goto(`/shop/${part._id}`);
    await expect(page.getByText('Sold out')).toBeVisible();
    await expect(page.getByText(/it cannot be ordered now/)).toBeVisible();
    await expectAccessible(page);
  });

  test('a part that is not there, and one that does not load', async ({ page }) => {
    await page.goto('/shop/no-such-part');
    await expect(page.getByRole('heading', { name: 'There is no such part' })).toBeVisible();

    const part = await firstPart(page);
    await page.route('**/parts/*', (route) => route.abort(), { times: 1 });
    await page.goto(`/shop/${part._id}`);
    await expect(page.getByRole('heading', { name: 'The part did not load' })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: part.title })).toBeVisible();
  });
});

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
