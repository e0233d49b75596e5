// The pictures of the README, taken anew by `make pictures`: screens beside each other, as small as they are read there.
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { allParts, callAs, payAs } from '../support/calls';
import { expect, test } from '../support/people';
import { setRates } from '../support/rates';

const IMAGES = fileURLToPath(new URL('../../../docs/images/', import.meta.url));

interface Screen {
  page: Page;
  path: string;
  scheme?: 'light' | 'dark';
}

/** What is on a screen once all of it is there. */
async function shot({ page, path, scheme = 'light' }: Screen, width: number, height: number) {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // A sign of life: what cars are chosen with comes then.
  await page.mouse.move(5, 5);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('.skeleton, .spinner')).toHaveCount(0);
  return (await page.screenshot()).toString('base64');
}

/** Puts screens beside each other, each `wide` pixels wide. */
async function besideEachOther(page: Page, name: string, screens: string[], wide: number) {
  const images = screens.map(
    (image) => `<img width="${wide}" src="data:image/png;base64,${image}" alt="">`,
  );
  await page.setContent(
    `<body style="margin: 0"><div style="display: inline-flex; gap: 24px; padding: 24px; background: #ebedf1">${images.join('')}</div></body>`,
  );
  await page.locator('div').screenshot({ path: `${IMAGES}${name}.png` });
}

const shipTo = { address: '12 Harbor Street, Portland, ME 04101', phone: '2075550173' };

async function order(customer: Page, place: number): Promise<string> {
  const part = (await allParts(customer))[place];
  if (!part) throw new Error('the shop has fewer parts');
  const wish = { orderedId: part._id, quantity: part.minOrderQuantity, ...shipTo };
  return (await callAs<{ insertedId: string }>(customer, 'POST', '/orders', wish)).insertedId;
}

async function addToCart(page: Page, places: number[]) {
  const parts = await allParts(page);
  for (const place of places) {
    await page.goto(`/shop/${parts[place]?._id ?? ''}`);
    await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
    await expect(page.getByText(/^Added to cart/)).toBeVisible();
  }
}

// Taking them is a thing of its own, which nothing is shown by.
if (process.env.SCREENSHOTS === 'yes') {
  test('pictures of the README', async ({ page, asCustomer, asAdmin, browser, baseURL }) => {
    test.slow();
    const paper = await (
      await browser.newContext({ viewport: { width: 1800, height: 900 } })
    ).newPage();
    await setRates(asAdmin);
    await page.setViewportSize({ width: 1440, height: 1220 });
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: `${IMAGES}home.png` });

    const orders: string[] = [];
    for (const place of [2, 9, 5, 11, 4, 13, 7, 16]) orders.push(await order(asCustomer, place));
    const [first = '', second = '', ...others] = orders;
    for (const each of [first, second, ...others.slice(1, 5)]) await payAs(asCustomer, each);
    for (const each of [first, second]) {
      await callAs(asAdmin, 'PUT', `/ship/${each}`, {
        status: 'shipped',
        carrier: 'Northline Ground',
        trackingNumber: 'NL 8834 2207 1195',
      });
    }
    const opened = others[2] ?? '';
    const desk = [
      await shot({ page, path: '/shop', scheme: 'dark' }, 1440, 1080),
      await shot({ page: asAdmin, path: `/dashboard/manageorders?open=${opened}` }, 1440, 1080),
    ];
    await besideEachOther(paper, 'desk', desk, 800);

    const guest = await (await browser.newContext({ baseURL })).newPage();
    await addToCart(guest, [3, 12, 8]);
    const phones = [
      await shot({ page, path: '/' }, 360, 780),
      await shot({ page: guest, path: '/cart', scheme: 'dark' }, 360, 780),
      await shot({ page: guest, path: '/checkout', scheme: 'dark' }, 360, 780),
      await shot({ page: asCustomer, path: `/dashboard/orders/${second}` }, 360, 780),
    ];
    await besideEachOther(paper, 'phones', phones, 323);
  });
}
