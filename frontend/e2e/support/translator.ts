import type { Page } from '@playwright/test';
import { translatePage } from '../../src/testing/translator';
import { expect } from './people';

/** Translates everything that the page shows from now on, in an isolated world, as Chrome does. */
export async function translateAlways(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.enable');
  await session.send('Page.addScriptToEvaluateOnNewDocument', {
    worldName: 'translator',
    source: `addEventListener('load', () => setTimeout(${translatePage.toString()}))`,
  });
}

/** Waits until the whole screen is translated. */
export const expectTranslated = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        let untranslated = 0;
        while (walker.nextNode()) {
          const { data, parentElement } = walker.currentNode as Text;
          const isLeftAlone = parentElement?.closest(
            'script, style, noscript, textarea, svg, font, [translate="no"], .notranslate',
          );
          if (data.trim() !== '' && !isLeftAlone) untranslated += 1;
        }
        return untranslated;
      }),
    )
    .toBe(0);
