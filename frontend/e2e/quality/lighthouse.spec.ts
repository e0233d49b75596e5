// The home page as Lighthouse sees it on a slow phone. Run against a built web app only: a
// development server sends hundreds of modules.
import { expect, test } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { BROWSER } from '../support/browser';

/** One busy moment of the machine says nothing about the page: the best of a few runs does. */
const RUNS = 5;

const REQUIRED = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 95 };
const MAX_LAYOUT_SHIFT = 0.05;

test('home on a phone', async ({ baseURL }) => {
  test.slow();
  const chrome = await launch({
    chromePath: BROWSER,
    chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
  });
  try {
    let performance = 0;
    for (let run = 1; run <= RUNS && performance < REQUIRED.performance; run += 1) {
      const result = await lighthouse(baseURL ?? '', { port: chrome.port, logLevel: 'error' });
      if (!result) throw new Error('Lighthouse did not answer');
      const { categories, audits } = result.lhr;
      const score = (id: keyof typeof REQUIRED) => Math.round((categories[id]?.score ?? 0) * 100);
      const shift = audits['cumulative-layout-shift']?.numericValue ?? Infinity;
      const figures = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time']
        .map((id) => `${id} ${audits[id]?.displayValue}`)
        .join(', ');
      performance = Math.max(performance, score('performance'));
      console.log(
        `Lighthouse, run ${run}: performance ${score('performance')}, accessibility ${score('accessibility')}, ` +
          `best practices ${score('best-practices')}, SEO ${score('seo')}; ${figures}, layout shift ${shift.toFixed(3)}`,
      );
      expect(score('accessibility')).toBe(REQUIRED.accessibility);
      expect(score('best-practices')).toBe(REQUIRED['best-practices']);
      expect(score('seo')).toBeGreaterThanOrEqual(REQUIRED.seo);
      expect(shift).toBeLessThan(MAX_LAYOUT_SHIFT);
    }
    expect(performance).toBeGreaterThanOrEqual(REQUIRED.performance);
  } finally {
    chrome.kill();
  }
});
