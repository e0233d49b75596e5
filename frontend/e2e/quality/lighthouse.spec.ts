// Six pages as Lighthouse sees them on a slow phone. Run against a built web app only: a development server
// sends hundreds of modules.
import { expect, test } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';
import { BROWSER } from '../support/browser';
import { oldestPart } from '../support/calls';

/** One busy moment of the machine says nothing about a page: the median of a few runs does. */
const RUNS = 3;
const MORE_RUNS = 7;

const PERFECT = ['accessibility', 'best-practices', 'seo'] as const;
const MAX_LAYOUT_SHIFT = 0.01;

/** What a page must reach: its performance, and when its largest element is seen, in milliseconds. */
const HOME = { performance: 98, largest: 1600 };
const OTHERS = { performance: 97, largest: 1900 };
const PAGES = [
  { name: 'home', path: '/', required: HOME },
  { name: 'the shop', path: '/shop', required: OTHERS },
  { name: 'a part', path: '/shop/:id', required: OTHERS },
  { name: 'the parts for a car', path: '/fit/honda/civic/2018', required: OTHERS },
  { name: 'sign in', path: '/signin', required: OTHERS },
  { name: 'sign up', path: '/signup', required: OTHERS },
];

const scoreOf = ({ categories }: Result, id: string) =>
  Math.round((categories[id]?.score ?? 0) * 100);
const figureOf = ({ audits }: Result, id: string) => audits[id]?.numericValue ?? Infinity;

const medianOf = (results: Result[], figure: (result: Result) => number): number =>
  results.map(figure).sort((one, other) => one - other)[Math.floor(results.length / 2)] ?? NaN;

for (const { name, path, required } of PAGES) {
  test(`${name} on a phone`, async ({ baseURL, request }) => {
    test.slow();
    const { _id } = await oldestPart(request);
    const chrome = await launch({
      chromePath: BROWSER,
      chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
    });
    try {
      const results: Result[] = [];
      const reached = () => ({
        performance: medianOf(results, (result) => scoreOf(result, 'performance')),
        largest: medianOf(results, (result) => figureOf(result, 'largest-contentful-paint')),
        shift: medianOf(results, (result) => figureOf(result, 'cumulative-layout-shift')),
      });
      const isReached = () =>
        reached().performance >= required.performance && reached().largest <= required.largest;
      while (results.length < RUNS || (results.length < MORE_RUNS && !isReached())) {
        const address = `${baseURL}${path.replace(':id', _id)}`;
        const run = await lighthouse(address, { port: chrome.port, logLevel: 'error' });
        if (!run) throw new Error('Lighthouse did not answer');
        results.push(run.lhr);
        for (const category of PERFECT) expect(scoreOf(run.lhr, category), category).toBe(100);
      }
      const { performance, largest, shift } = reached();
      console.log(
        `Lighthouse, ${name}: performance ${performance}, largest contentful paint ${Math.round(largest)} ms, ` +
          `layout shift ${shift.toFixed(3)}, median of ${results.length}`,
      );
      expect(performance).toBeGreaterThanOrEqual(required.performance);
      expect(largest).toBeLessThanOrEqual(required.largest);
      expect(shift).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
    } finally {
      chrome.kill();
    }
  });
}
