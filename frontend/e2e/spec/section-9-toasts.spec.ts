import { holdBack } from '../support/answers';
import { somePart } from '../support/calls';
import { expect, test } from '../support/people';
import { expectAccessible, placeOrder, toast } from '../support/shop';
import type { Locator, Page } from '@playwright/test';

/**
 * Opens a part and orders a quantity that is refused with a toast. The page restores a refused
 * quantity, so each call needs another one.
 */
async function refuseQuantity(page: Page, quantity: number): Promise<Locator> {
  const { _id, minOrderQuantity } = await somePart(page);
  await page.goto(`/purchase/${_id}`);
  await placeOrder(page, String(quantity));
  const refused = toast(page, `Minimum order ${minOrderQuantity} pieces`);
  await expect(refused).toBeVisible();
  return refused;
}

/** A toast's progress bar is its timer. */
const timerOf = (refused: Locator) =>
  refused.locator('.Toastify__progress-bar--animated').evaluate((bar) => {
    const [clock] = bar.getAnimations();
    return { lasts: clock?.effect?.getComputedTiming().duration, state: clock?.playState };
  });

const fastForwardTo = (refused: Locator, ms: number) =>
  refused.locator('.Toastify__progress-bar--animated').evaluate((bar, at) => {
    for (const clock of bar.getAnimations()) clock.currentTime = at;
  }, ms);

test('spec 9: toasts', async ({ asCustomer: page }) => {
  let refused = await refuseQuantity(page, 0);

  await test.step('appear at the top right of the window', async () => {
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await expect
        .poll(async () => {
          const box = await refused.boundingBox();
          return box && box.y < 200 && box.x >= 0 && width - (box.x + box.width) <= 32;
        })
        .toBe(true);
    }
  });

  await test.step('wait while the pointer is on them', async () => {
    await refused.hover();
    expect((await timerOf(refused)).state).toBe('paused');
    await page.mouse.move(0, 0);
    await expect.poll(async () => (await timerOf(refused)).state).toBe('running');
  });

  await test.step('hide their bar with reduced motion, and keep their duration', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect(refused.locator('.Toastify__progress-bar--wrp')).toHaveCSS('opacity', '0');
    expect((await timerOf(refused)).lasts).toBe(5000);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect(refused.locator('.Toastify__progress-bar--wrp')).toHaveCSS('opacity', '1');
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  await test.step('close automatically after 5000 ms', async () => {
    await fastForwardTo(refused, 4990);
    await expect(refused).toBeHidden();
  });

  await test.step('wait while they have the focus, and close by keyboard', async () => {
    refused = await refuseQuantity(page, -1);
    const close = refused.getByRole('button', { name: 'Close this message' });
    await close.focus();
    expect((await timerOf(refused)).state).toBe('paused');
    const box = await close.boundingBox();
    expect(box?.width).toBeGreaterThanOrEqual(24);
    expect(box?.height).toBeGreaterThanOrEqual(24);
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(refused).toBeHidden();
  });

  await test.step('are announced: errors immediately, successes in turn', async () => {
    refused = await refuseQuantity(page, -2);
    await expect(refused).toHaveRole('alert');
    await placeOrder(page, '');
    await expect(toast(page, 'Order on progress')).toHaveRole('status');
    await expect(page.getByRole('region', { name: 'Notifications' })).toHaveAttribute(
      'aria-live',
      'polite',
    );
  });
});

test('spec 9: toasts raised before their code has loaded are shown once it has', async ({
  asCustomer: page,
}) => {
  const code = await holdBack(page, '**/*toast-host*');
  const { _id, minOrderQuantity } = await somePart(page);
  await page.goto(`/purchase/${_id}`);
  await placeOrder(page, String(minOrderQuantity - 1));
  await expect(page.getByRole('button', { name: 'PLACE ORDER' })).toBeDisabled();
  await expect(page.locator('.Toastify__toast')).toHaveCount(0);
  await code.release();
  await expect(toast(page, `Minimum order ${minOrderQuantity} pieces`)).toBeVisible();
});

// `section-2-payment.spec.ts` checks that the payment is for this total; `section-4-states.spec.ts`
// checks the name of the access token.
test('spec 9: the order total is quantity times unit price', async ({
  asCustomer: page,
  ownPart,
}) => {
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
