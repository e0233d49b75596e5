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

/** An open dialog is checked alone: nothing behind it is reachable. */
const LOOKED_AT = 'dialog:modal';

/** Runs axe in a page that has loaded it for an earlier check; does not check iframes. */
async function checkAgain(page: Page): Promise<Results | undefined> {
  if (page.frames().length > 1) return undefined;
  return page.evaluate(
    ({ options, lookedAt }) =>
      (window as { axe?: { run: (context: Node, options: Options) => Promise<Results> } }).axe?.run(
        document.querySelector(lookedAt) ?? document,
        options,
      ),
    { options: OPTIONS, lookedAt: LOOKED_AT },
  );
}

async function check(page: Page): Promise<Results> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options(OPTIONS);
  const isOpen = (await page.locator(LOOKED_AT).count()) > 0;
  return (isOpen ? axe.include(LOOKED_AT) : axe).analyze();
}

/**
 * The violations axe finds on a page, one line for each rule. All rules run, but three slow steps
 * are skipped: axe is loaded only once per page; passed checks are not described; and axe builds
 * its summary in the page itself, not in a second page per check, which only cross-origin iframes
 * would need.
 */
export async function violations(page: Page): Promise<string[]> {
  const found = (await checkAgain(page)) ?? (await check(page));
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`,
  );
}
