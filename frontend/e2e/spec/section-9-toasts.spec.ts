import { orderAs, somePart } from '../support/calls';
import { expect, test } from '../support/people';
import { expectAccessible, placeOrder, toast } from '../support/shop';
import type { Locator, Page } from '@playwright/test';

/** Opens a part and has its quantity refused, which is announced by a toast. */
async function refuseQuantity(page: Page): Promise<Locator> {
  const { _id, minOrderQuantity } = await somePart(page);
  await page.goto(`/purchase/${_id}`);
  await placeOrder(page, String(minOrderQuantity - 1));
  const refused = toast(page, `Minimum order ${minOrderQuantity} pieces`);
  await expect(refused).toBeVisible();
  return refused;
}

/** The bar of a toast is its clock. */
const clockOf = (refused: Locator) =>
  refused.locator('.Toastify__progress-bar--animated').evaluate((bar) => {
    const [clock] = bar.getAnimations();
    return { lasts: clock?.effect?.getComputedTiming().duration, state: clock?.playState };
  });

const windForwardTo = (refused: Locator, ms: number) =>
  refused.locator('.Toastify__progress-bar--animated').evaluate((bar, at) => {
    for (const clock of bar.getAnimations()) clock.currentTime = at;
  }, ms);

test.describe('spec 9: toasts', () => {
  test('close by themselves after 5000 ms', async ({ asCustomer: page }) => {
    const refused = await refuseQuantity(page);
    await page.mouse.move(0, 0);
    expect((await clockOf(refused)).lasts).toBe(5000);
    await windForwardTo(refused, 4990);
    await expect(refused).toBeHidden();
  });

  for (const width of [320, 1440]) {
    test(`stand at the top right of a window of ${width} px`, async ({ asCustomer: page }) => {
      await page.setViewportSize({ width, height: 800 });
      const box = await (await refuseQuantity(page)).boundingBox();
      if (!box) throw new Error('the toast has no box');
      expect(box.y).toBeLessThan(200);
      expect(width - (box.x + box.width)).toBeLessThanOrEqual(32);
      expect(box.x).toBeGreaterThanOrEqual(0);
    });
  }

  test('wait while the pointer is on them', async ({ asCustomer: page }) => {
    const refused = await refuseQuantity(page);
    await refused.hover();
    expect((await clockOf(refused)).state).toBe('paused');
    await page.mouse.move(0, 0);
    await expect.poll(async () => (await clockOf(refused)).state).toBe('running');
  });

  test('wait while the focus is in them, and close by keyboard', async ({ asCustomer: page }) => {
    const refused = await refuseQuantity(page);
    await page.mouse.move(0, 0);
    const close = refused.getByRole('button', { name: 'Close this message' });
    await close.focus();
    expect((await clockOf(refused)).state).toBe('paused');
    const box = await close.boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(24);
    expect(box?.height).toBeGreaterThanOrEqual(24);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(refused).toBeHidden();
  });

  test('are announced: bad news at once, good news in turn', async ({ newcomer: { page } }) => {
    const refused = await refuseQuantity(page);
    await expect(refused).toHaveRole('alert');
    await placeOrder(page, '');
    await expect(toast(page, 'Order on progress')).toHaveRole('status');
    await expect(page.getByRole('region', { name: 'Notifications' })).toHaveAttribute(
      'aria-live',
      'polite',
    );
  });

  test('hide their bar from those who want less motion, and it keeps its time', async ({
    asCustomer: page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const refused = await refuseQuantity(page);
    await expect(refused.locator('.Toastify__progress-bar--wrp')).toHaveCSS('opacity', '0');
    expect((await clockOf(refused)).lasts).toBe(5000);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect(refused.locator('.Toastify__progress-bar--wrp')).toHaveCSS('opacity', '1');
  });

  test('that are due before their code has come are shown when it has', async ({
    asCustomer: page,
  }) => {
    let letGo: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/*toast-host*', async (route) => {
      await gate;
      await route.continue();
    });
    const { _id, minOrderQuantity } = await somePart(page);
    await page.goto(`/purchase/${_id}`);
    await placeOrder(page, String(minOrderQuantity - 1));
    await expect(page.getByRole('button', { name: 'PLACE ORDER' })).toBeDisabled();
    await expect(page.locator('.Toastify__toast')).toHaveCount(0);
    letGo();
    await expect(toast(page, `Minimum order ${minOrderQuantity} pieces`)).toBeVisible();
  });
});

test.describe('spec 9: constants', () => {
  test('the order total is quantity times unit price', async ({ asCustomer: page, ownPart }) => {
    const { _id } = await ownPart.add({ price: 412.3, minOrderQuantity: 2, available: 20 });
    await page.goto(`/purchase/${_id}`);
    for (const [quantity, total] of [
      ['2', '$824.60'],
      ['3', '$1,236.90'],
      ['10', '$4,123'],
    ] as const) {
      await page.getByLabel('Quantity').fill(quantity);
      await expect(page.locator('.total b')).toHaveText(total);
    }
  });

  test('the payment is asked for with the order total', async ({ newcomer: { page } }) => {
    const { order, part } = await orderAs(page);
    const asked = page.waitForRequest('**/create-payment-intent');
    await page.goto(`/payment/${order}`);
    expect((await asked).postDataJSON()).toMatchObject({
      price: Math.round(part.minOrderQuantity * part.price * 100) / 100,
    });
  });

  test('the access token is kept in local storage under the name accessToken', async ({
    newcomer: { page },
  }) => {
    const names = await page.evaluate(() => Object.keys(localStorage));
    expect(names).toContain('accessToken');
    const sent = page.waitForRequest('**/orders/*%40*');
    await page.goto('/dashboard');
    const token = await page.evaluate(() => localStorage.getItem('accessToken'));
    expect((await sent).headers().authorization).toBe(`Bearer ${token}`);
  });
});
