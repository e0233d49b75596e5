import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

type Results = Awaited<ReturnType<AxeBuilder['analyze']>>;
type Options = Parameters<AxeBuilder['options']>[0];

const OPTIONS: Options = {
  resultTypes: ['violations'],
  selectors: false,
  // The one rule of WCAG 2.2 AA that axe does not run by default.
  rules: { 'target-size': { enabled: true } },
};

/** If a modal dialog is open, only that is checked: nothing behind it is reachable. */
const MODAL = 'dialog:modal';

/**
 * Runs axe if an earlier check has loaded it into the page; undefined if not, or if the page has
 * iframes.
 */
async function checkAgain(page: Page): Promise<Results | undefined> {
  if (page.frames().length > 1) return undefined;
  return page.evaluate(
    ({ options, modal }) =>
      (window as { axe?: { run: (context: Node, options: Options) => Promise<Results> } }).axe?.run(
        document.querySelector(modal) ?? document,
        options,
      ),
    { options: OPTIONS, modal: MODAL },
  );
}

async function check(page: Page): Promise<Results> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options(OPTIONS);
  const isOpen = (await page.locator(MODAL).count()) > 0;
  return (isOpen ? axe.include(MODAL) : axe).analyze();
}

/**
 * The violations axe finds on a page, one line for each rule. All rules run. To be fast, axe is
 * loaded once per page, does not describe passed checks, and builds its summary in the page itself:
 * only cross-origin iframes would need a second page for it.
 */
export async function violations(page: Page): Promise<string[]> {
  const found = (await checkAgain(page)) ?? (await check(page));
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
  );
}
