// Code in user input: a real browser shows it as text everywhere, and runs nothing.
import { callAs, orderAs } from './support/calls';
import { expect, test } from './support/people';
import type { Page } from '@playwright/test';

/** Each sets a mark on the page when it runs; all are known attacks. */
const PAYLOADS = [
  '<script>window.__ran = 1</script>',
  '<img src=x onerror="window.__ran = 1">',
  '"><svg onload="window.__ran = 1">',
  "'-alert(window.__ran = 1)-'",
  '</title><script>window.__ran = 1</script>',
  '</script><script>window.__ran = 1</script>',
  '<iframe srcdoc="<script>parent.__ran = 1</script>"></iframe>',
  '<a href="javascript:window.__ran = 1">click</a>',
  '<details open ontoggle="window.__ran = 1">',
  '{{constructor.constructor("window.__ran = 1")()}}',
  '${window.__ran = 1}',
  '<math><mtext></table><mglyph><style><img src=x onerror="window.__ran = 1">',
];

/** Checks that no part of the payload has become part of the page, or has run. */
async function expectOnlyText(page: Page, payload: string): Promise<void> {
  await expect(page.getByText(payload).first()).toBeVisible();
  expect(
    await page.evaluate(() => (window as unknown as { __ran?: number }).__ran),
  ).toBeUndefined();
  expect(
    await page
      .locator('[onerror], [onload], [ontoggle], iframe[srcdoc], a[href^="javascript"]')
      .count(),
  ).toBe(0);
}

test('a part whose title is code is shown as text', async ({ asAdmin: admin, page, ownPart }) => {
  const parts = await Promise.all(
    PAYLOADS.map((payload) =>
      ownPart.add({ title: payload, desc: `${payload} and more`, minOrderQuantity: 1 }),
    ),
  );
  for (const { _id, title, desc } of parts) {
    await test.step(title, async () => {
      // Each page is loaded from the server, which renders the code too.
      await page.goto(`/shop/${_id}`);
      await expectOnlyText(page, title);
      await expectOnlyText(page, desc);
      await expect(page).toHaveTitle(
        new RegExp(title.slice(0, 8).replace(/[.*+?^${}()|[\]\\]/g, '\\$&')),
      );
    });
  }
  await test.step('in the list of products', async () => {
    await admin.goto('/dashboard/manageproducts');
    for (const payload of PAYLOADS) await expectOnlyText(admin, payload);
  });
});

test('code in a review, a profile, an address or feedback is shown as text', async ({
  newcomer,
  asAdmin: admin,
}) => {
  const payload = PAYLOADS[1] ?? '';
  const { page, email } = newcomer;
  await callAs(page, 'PUT', `/updateuser/${email}`, {
    name: payload,
    address: payload,
    education: payload,
    phone: '555 0100',
    linkedin: 'https://www.linkedin.com/in/nora',
  });
  await callAs(page, 'POST', '/reviews', { rating: '5', review: `A review with ${payload}` });
  await callAs(page, 'POST', '/feedback', { message: `Feedback with ${payload}` });
  const { order } = await orderAs(page);

  await page.goto('/');
  await expectOnlyText(page, `A review with ${payload}`);
  await page.goto('/dashboard/profile');
  await expectOnlyText(page, payload);
  await page.goto('/dashboard');
  await expect(page.getByText(order).or(page.getByRole('row')).first()).toBeVisible();
  expect(
    await page.evaluate(() => (window as unknown as { __ran?: number }).__ran),
  ).toBeUndefined();

  await admin.goto('/dashboard');
  await expectOnlyText(admin, `Feedback with ${payload}`);
  for (const path of ['/dashboard/manageorders', '/dashboard/users']) {
    await admin.goto(path);
    await expect(admin.getByRole('table')).toBeVisible();
    expect(
      await admin.evaluate(() => (window as unknown as { __ran?: number }).__ran),
    ).toBeUndefined();
  }
});

test('code in a page’s URL does not run', async ({ page }) => {
  const code = encodeURIComponent(PAYLOADS[1] ?? '');
  for (const path of [
    `/shop?search=${code}`,
    `/coupon?token=${code}`,
    `/signin?next=javascript:window.__ran=1`,
    `/shop/${code}`,
    `/${code}`,
  ]) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(
      await page.evaluate(() => (window as unknown as { __ran?: number }).__ran),
      path,
    ).toBeUndefined();
    expect(await page.locator('[onerror]').count(), path).toBe(0);
  }
});

test('no other page can frame the shop', async ({ page, baseURL }) => {
  const refused = page.waitForEvent('console', (message) =>
    message.text().includes('frame-ancestors'),
  );
  await page.setContent(`<iframe src="${baseURL}/signin"></iframe>`);
  await refused;
  expect(await page.frames().at(-1)?.locator('form').count()).toBe(0);
});

test('signing in never redirects to another site', async ({ page }) => {
  for (const next of [
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    await page.goto(
      `/signin?next=${encodeURIComponent(next)}&from=${encodeURIComponent(next)}&redirect=${encodeURIComponent(next)}`,
    );
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(new URL(page.url()).hostname, next).toBe('127.0.0.1');
  }
});
