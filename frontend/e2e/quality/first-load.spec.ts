// The size of a first visit, and the order in which its files arrive.
import { oldestPart } from '../support/calls';
import { expect, test } from '../support/people';
import type { APIRequestContext, Page } from '@playwright/test';

/** Entries that browsers report but TypeScript's own types lack. */
interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean;
  value: number;
}

declare global {
  interface Window {
    layoutShift?: number;
  }
}

/** Compressed with Brotli, as browsers load them. */
const MAX_SCRIPT_KB = [
  { path: '/', most: 128 },
  { path: '/shop', most: 140 },
];
const MAX_LAYOUT_SHIFT = 0.01;

/** Words that occur only in the code of a large library. */
const MARKS = { firebase: 'identitytoolkit', stripe: 'js.stripe.com', swiper: 'swiper-wrapper' };

function collectScripts(page: Page): string[] {
  const scripts: string[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') scripts.push(response.url());
  });
  return scripts;
}

async function bodyAndSize(request: APIRequestContext, url: string, encoding = 'br') {
  const answer = await request.get(url, { headers: { 'accept-encoding': encoding } });
  expect(answer.headers()['content-encoding'], url).toBe(encoding);
  return { text: await answer.text(), bytes: Number(answer.headers()['content-length']) };
}

async function measure(page: Page, request: APIRequestContext, path: string) {
  const scripts = collectScripts(page);
  await page.goto(path);
  await expect(page.getByRole('link', { name: /^Purchase/ }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  let bytes = 0;
  for (const url of scripts) {
    const script = await bodyAndSize(request, url);
    bytes += script.bytes;
    for (const [library, mark] of Object.entries(MARKS)) {
      expect(script.text.includes(mark), `${library} in ${url}`).toBe(false);
    }
  }
  const size = `${(bytes / 1000).toFixed(1)} kB of JavaScript (Brotli) in ${scripts.length} files`;
  console.log(`First load of ${path}: ${size}`);
  return bytes / 1000;
}

// Without user interaction. The rest is loaded on interaction: the suggestions and the two forms of
// home on focus, the carousel on scrolling down, toasts with the first message.
for (const { path, most } of MAX_SCRIPT_KB) {
  test(`${path} loads at most ${most} kB of scripts, and no heavy library`, async ({
    page,
    request,
  }) => {
    expect(await measure(page, request, path)).toBeLessThanOrEqual(most);
  });
}

test('clients without Brotli get the same scripts as gzip', async ({ page, request }) => {
  const scripts = collectScripts(page);
  await page.goto('/');
  await expect(page.getByRole('link', { name: /^Purchase/ }).first()).toBeVisible();
  for (const url of scripts) {
    const [brotli, gzip] = [
      await bodyAndSize(request, url),
      await bodyAndSize(request, url, 'gzip'),
    ];
    expect(gzip.text === brotli.text, url).toBe(true);
  }
});

for (const [path, text] of [
  ['/', 'Available:'],
  ['/shop', '°C'],
] as const) {
  test(`${path} fetches no font for rare characters`, async ({ page }) => {
    const fonts: string[] = [];
    page.on('response', (response) => {
      if (response.request().resourceType() === 'font') fonts.push(response.url());
    });
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(fonts).toEqual([expect.stringMatching(/archivo-[^/]*\.woff2$/)]);
    expect(fonts[0]).not.toContain('accents');
  });
}

test('a part is requested once, while its scripts load', async ({ page, request }) => {
  const { _id } = await oldestPart(request);
  const requested: string[] = [];
  page.on('request', (sent) => {
    requested.push(new URL(sent.url()).pathname);
  });
  await page.goto(`/shop/${_id}`);
  await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  for (const path of [`/parts/${_id}`, `/parts/${_id}/listing`, '/categories', '/config']) {
    expect(
      requested.filter((each) => each === path),
      path,
    ).toHaveLength(path === '/config' ? 0 : 1);
  }
});

test('a part is requested before any script has run', async ({ browser, baseURL, request }) => {
  const { _id, title } = await oldestPart(request);
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${baseURL}/shop/${_id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(page.getByRole('img', { name: title })).toBeVisible();
  const { price } = (await (await request.get(`/parts/${_id}`)).json()) as { price: number };
  await expect(page.locator('.pricing')).toContainText(
    `$${Math.floor(price).toLocaleString('en-US')}`,
  );
  const top = '.crumbs :is(a, [aria-current]), .title-block :is(h1, .cell, .price)';
  const texts = await page.locator(top).allInnerTexts();
  expect(texts.length).toBeGreaterThan(5);
  await context.close();

  // The app then shows the same.
  const app = await browser.newPage({ baseURL });
  await app.goto(`/shop/${_id}`);
  await expect(app.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible();
  expect(await app.locator(top).allInnerTexts()).toEqual(texts);
  await app.close();
});

test('home shows its parts before any firebase code has run', async ({ asCustomer, request }) => {
  const page = asCustomer;
  // Firebase is needed here only with a stored session.
  const heldBack: string[] = [];
  await page.route('**/assets/*.js', async (route) => {
    const { text } = await bodyAndSize(request, route.request().url());
    if (text.includes(MARKS.firebase)) {
      heldBack.push(route.request().url());
      await expect(page.getByRole('link', { name: /^Purchase/ })).toHaveCount(6);
    }
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
  await expect(page.getByText('Marta Lindqvist')).toBeVisible();
  expect(heldBack).not.toEqual([]);
  // Delayed requests use the fixture, which ends with the test.
  await page.unrouteAll({ behavior: 'wait' });
});

for (const width of [360, 1440]) {
  test(`nothing jumps on the way down the home page at ${width}px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as LayoutShift[]) {
          if (!entry.hadRecentInput) window.layoutShift = (window.layoutShift ?? 0) + entry.value;
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto('/');
    await expect(page.getByRole('link', { name: /^Purchase/ })).toHaveCount(6);
    for (const section of await page.locator('main section').all()) {
      await section.scrollIntoViewIfNeeded();
      await expect(page.locator('.skeleton, .spinner')).toHaveCount(0);
    }
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    const shift = await page.evaluate(() => window.layoutShift ?? 0);
    console.log(`Layout shift down the home page at ${width}px: ${shift.toFixed(4)}`);
    expect(shift).toBeLessThan(MAX_LAYOUT_SHIFT);
  });
}
