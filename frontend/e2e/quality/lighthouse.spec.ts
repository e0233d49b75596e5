// Six pages as Lighthouse measures them on a slow phone. Run against a built web app only: a
// development server sends hundreds of modules.
import { expect, test } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse, { defaultConfig, type Result } from 'lighthouse';
import { BROWSER } from '../support/browser';
import { oldestPart } from '../support/calls';

const PERFECT = ['accessibility', 'best-practices', 'seo'] as const;
const MAX_LAYOUT_SHIFT = 0.01;

/** A page's limits: its performance score, and its largest contentful paint in milliseconds. */
interface Figures {
  performance: number;
  largest: number;
}

/** Pages where most visits start: the median of five runs counts. */
const ENTRY = { performance: 98, largest: 1600 };
const RUNS = 5;
/**
 * All other pages. Other load on the machine can only slow a run down, so one good run out of at
 * most seven is enough.
 */
const OTHERS = { performance: 97, largest: 1900 };
const MAX_RUNS = 7;

const PAGES = [
  { name: 'home', path: '/', required: ENTRY },
  { name: 'the shop', path: '/shop', required: ENTRY },
  { name: 'a part', path: '/shop/:id', required: ENTRY },
  { name: 'the parts for a car', path: '/fit/honda/civic/2018', required: OTHERS },
  { name: 'sign in', path: '/signin', required: OTHERS },
  { name: 'sign up', path: '/signup', required: OTHERS },
];

/**
 * How much faster this machine is than a mid-range phone: ADR 0036. Lighthouse's own factor, 4, is
 * meant for fast desktop computers; on a slow or busy machine its scores would measure the machine.
 *
 * @param benchmark Lighthouse's benchmark index of the machine; the interpolation points are from
 *   Lighthouse's CPU throttling calculator
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

const medians = (runs: Figures[]): Figures => ({
  performance: median(runs.map(({ performance }) => performance)),
  largest: median(runs.map(({ largest }) => largest)),
});
const isReached = (found: Figures, required: Figures) =>
  found.performance >= required.performance && found.largest <= required.largest;
const inWords = ({ performance, largest }: Figures) =>
  `${performance}, ${(largest / 1000).toFixed(2)} s`;

/** Lighthouse's benchmark of the machine, for each page opened so far. */
const benchmarks: number[] = [];

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
      const run = async (categories: readonly string[] = []) => {
        const throttling = { ...defaultConfig.settings?.throttling };
        if (benchmarks.length > 0) throttling.cpuSlowdownMultiplier = factorOf(median(benchmarks));
        const done = await lighthouse(address, {
          port: chrome.port,
          logLevel: 'error',
          throttling,
          onlyCategories: ['performance', ...categories],
        });
        if (!done) throw new Error('Lighthouse did not answer');
        benchmarks.push(done.lhr.environment.benchmarkIndex);
        return done.lhr;
      };
      // The first run only measures the machine.
      if (benchmarks.length === 0) await run();

      const runs: Figures[] = [];
      const needsMore = () =>
        required === ENTRY
          ? runs.length < RUNS
          : runs.length < MAX_RUNS && !runs.some((each) => isReached(each, required));
      while (needsMore()) {
        const rated = runs.length === 0 ? PERFECT : [];
        const result = await run(rated);
        for (const category of rated) expect(scoreOf(result, category), category).toBe(100);
        expect(figureOf(result, 'cumulative-layout-shift')).toBeLessThanOrEqual(MAX_LAYOUT_SHIFT);
        runs.push({
          performance: scoreOf(result, 'performance'),
          largest: figureOf(result, 'largest-contentful-paint'),
        });
      }
      const found = runs.find((each) => isReached(each, required));
      const counted = required === ENTRY || !found ? medians(runs) : found;
      const machine = `processor slowed down ${factorOf(median(benchmarks)).toFixed(1)} times`;
      console.log(
        `Lighthouse, ${name}: ${inWords(counted)} (${runs.map(inWords).join('; ')}), ${machine}`,
      );
      expect(counted.performance).toBeGreaterThanOrEqual(required.performance);
      expect(counted.largest).toBeLessThanOrEqual(required.largest);
    } finally {
      chrome.kill();
    }
  });
}
