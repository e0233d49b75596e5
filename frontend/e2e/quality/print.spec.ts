// The printout: the document, without the page around it.
import type { Page } from '@playwright/test';
import { callAs, orderAs, payAs, returnAs } from '../support/calls';
import { expect, test } from '../support/people';

/** The number of pages of a PDF. */
async function pagesOf(page: Page, format: 'Letter' | 'A4' = 'Letter'): Promise<number> {
  const pdf = await page.pdf({ format });
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

/** Checks that nothing interactive and nothing screen-only is printed. */
async function expectPaperAlone(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('complementary', { name: 'Demo shop' })).toBeHidden();
  await expect(page.getByRole('button')).toHaveCount(0);
}

test('an order and its receipt fit on one sheet', async ({ newcomer: { page } }) => {
  const { order } = await orderAs(page);
  for (const words of ['Order summary. Not paid', 'Receipt. Paid']) {
    if (words.startsWith('Receipt')) await payAs(page, order);
    await page.goto(`/dashboard/orders/${order}`);
    await expect(page.getByRole('heading', { level: 1, name: /^Order AP-/ })).toBeVisible();
    await expectPaperAlone(page);
    await expect(page.getByText(words)).toBeVisible();
    await expect(page.getByText('Autoparts, 48 Foundry Lane, Dayton, OH 45402')).toBeVisible();
    expect(await pagesOf(page)).toBe(1);
    await page.emulateMedia({ media: 'screen' });
  }
});

test('each packing slip prints on its own sheet', async ({ newcomer, asAdmin }) => {
  const orders: string[] = [];
  for (let count = 0; count < 2; count += 1) {
    const { order } = await orderAs(newcomer.page);
    await payAs(newcomer.page, order);
    orders.push(order);
  }
  await asAdmin.goto(`/dashboard/manageorders?print=slips&orders=${orders.join()}`);
  await expect(asAdmin.getByRole('article', { name: /^Packing slip of/ })).toHaveCount(2);
  await expectPaperAlone(asAdmin);
  expect(await pagesOf(asAdmin)).toBe(2);
});

test('a return slip fits on one sheet of either size', async ({ newcomer: { page }, asAdmin }) => {
  const { id, number } = await returnAs(page, asAdmin);
  await callAs(asAdmin, 'PUT', `/returns/${id}`, { decision: 'approve' });
  await page.goto(`/dashboard/returns/${id}/slip`);
  await expect(page.getByRole('img', { name: `Barcode of ${number}` })).toBeVisible();
  await expectPaperAlone(page);
  await expect(page.getByRole('heading', { name: number })).toBeVisible();
  for (const format of ['Letter', 'A4'] as const) expect(await pagesOf(page, format)).toBe(1);
});
