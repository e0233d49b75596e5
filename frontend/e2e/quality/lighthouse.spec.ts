// Six pages as Lighthouse sees them on a slow phone. Run against a built web app only: a development server
// sends hundreds of modules.
import { expect, test } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse, { defaultConfig, type Result } from 'lighthouse';
import { BROWSER } from '../support/browser';
import { oldestPart } from '../support/calls';

/** Whatever else the machine does only adds to what a page costs, so that one good run tells what the page can do. */
const MOST_RUNS = 7;

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

/**
 * How much faster than a mid-range phone this machine is: ADR 0036. Lighthouse's own factor, 4, is meant for fast desktop
 * computers, and its scores on a slow or busy machine would tell of the machine.
 *
 * @param benchmark Lighthouse's measure of the machine; the points are those of its calculator of factors
 */
function factorOf(benchmark: number): number {
  if (benchmark >= 1300) return Math.min(4, 3 + (benchmark - 1300) / 233);
  if (benchmark >= 800) return 2 + (benchmark - 800) / 500;
  return Math.max(1, 1 + (benchmark - 150) / 650);
}

const scoreOf = ({ categories }: Result, id: string) =>
  Math.round((categories[id]?.score ?? 0) * 100);
const figureOf = ({ audits }: Result, id: string) => audits[id]?.numericValue ?? Infinity;

const median = (figures: number[]): number =>
  figures.toSorted((one, other) => one - other)[Math.floor(figures.length / 2)] ?? NaN;

for (const { name, path, required } of PAGES) {
  test(`${name} on a phone`, async ({ baseURL, request }) => {
    test.slow();
    const { _id } = await oldestPart(request);
    const chrome = await launch({
      chromePath: BROWSER,
      chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'],
    });
    try {
      const address = `${baseURL}${path.replace(':id', _id)}`;
      const benchmarks: number[] = [];
      const run = async () => {
        const throttling = { ...defaultConfig.settings?.throttling };
        if (benchmarks.length > 0) throttling.cpuSlowdownMultiplier = factorOf(median(benchmarks));
        const done = await lighthouse(address, {
          port: chrome.port,
          logLevel: 'error',
          throttling,
        });
        if (!done) throw new Error('Lighthouse did not answer');
        benchmarks.push(done.lhr.environment.benchmarkIndex);
        return done.lhr;
      };
      // Only measures the machine.
      await run();
      let best = { performance: 0, largest: Infinity };
      const isReached = () =>
        best.performance >= required.performance && best.largest <= required.largest;
      for (let runs = 0; runs < MOST_RUNS && !isReached(); runs++) {
        const result = await run();
        for (const category of PERFECT) expect(scoreOf(result, category), category).toBe(100);
        expect(figureOf(result, 'cumulative-layout-shift')).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
        const performance = scoreOf(result, 'performance');
        const largest = figureOf(result, 'largest-contentful-paint');
        if (performance > best.performance) best = { performance, largest };
        const machine = `processor slowed down ${factorOf(median(benchmarks)).toFixed(1)} times`;
        console.log(`Lighthouse, ${name}: ${performance}, ${Math.round(largest)} ms, ${machine}`);
      }
      expect(best.performance).toBeGreaterThanOrEqual(required.performance);
      expect(best.largest).toBeLessThanOrEqual(required.largest);
    } finally {
      chrome.kill();
    }
  });
}
