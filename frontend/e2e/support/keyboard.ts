/** Keyboard-only actions. */
import { expect, type Locator, type Page } from '@playwright/test';

/** More stops than any screen has before a test's target. */
const MAX_STOPS = 150;

/** Presses Tab until the target has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // Code that is loaded on the first interaction comes with the first key.
  await expect(async () => {
    await page.keyboard.press('Shift');
    await expect(target).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 10_000 });
  for (let stops = 0; stops < MAX_STOPS; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${target.toString()} cannot be reached with the Tab key`);
}

export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}
