// A screen's styles stay loaded after the user leaves it. They must not change how other screens
// look.
import type { Page } from '@playwright/test';
import { allScreens, goWithin, waitForScreen } from '../support/all-screens';
import { callAs } from '../support/calls';
import { expect, test } from '../support/people';

const WIDTHS = [1440, 360];

/**
 * The layout of the screen: one line per element. Omits scroll positions, and times, which may be
 * later on the second visit.
 */
const layoutOf = (page: Page) =>
  page.evaluate(() => {
    for (const scrolled of document.querySelectorAll('main *')) scrolled.scrollLeft = 0;
    return [...document.querySelectorAll('main :not(time), header *, footer *')]
      .filter((element) => element.closest('svg') === null && element.checkVisibility())
      .map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const [x, y, w, h] = [left, top + scrollY, width, height].map(Math.round);
        const words =
          element.children.length === 0 ? element.textContent.slice(0, 30).replace(/\d.*/, '') : '';
        return `${element.tagName.toLowerCase()}.${element.className} ${x},${y} ${w}×${h} ${words}`;
      });
  });

/** The layout once nothing moves. */
async function settledLayout(page: Page): Promise<string[]> {
  // The space that a card reserves for its verdict is filled by a separate call.
  await expect(page.locator('.fit-placeholder:empty')).toHaveCount(0);
  let last = '';
  const isSettled = async () => {
    const before = last;
    last = JSON.stringify(await layoutOf(page));
    return last === before;
  };
  await expect.poll(isSettled, { intervals: [50, 100, 250, 500] }).toBe(true);
  return JSON.parse(last) as string[];
}

type Layouts = Map<string, string[]>;

async function visit(page: Page, screens: [string, string][]): Promise<Layouts> {
  const layouts: Layouts = new Map();
  const [first] = screens;
  await page.goto(first?.[1] ?? '/');
  await waitForScreen(page);
  for (const [name, address] of screens) {
    await goWithin(page, address);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      layouts.set(`${name} at ${width} px`, await settledLayout(page));
    }
  }
  return layouts;
}

/** A file of an unknown brand: its report is a list of problems. */
const FOREIGN = `<?xml version="1.0" encoding="utf-8"?>
<ACES version="4.2">
  <Header><BrandAAIAID>ZZZZ</BrandAAIAID><SubmissionType>UPDATE</SubmissionType></Header>
  <App action="A" id="1"><BaseVehicle id="1"/><Qty>2</Qty><Part>1</Part></App>
  <Footer><RecordCount>1</RecordCount></Footer>
</ACES>`;

/** The URL of an import's problems. */
async function importWithProblems(page: Page): Promise<string> {
  const { _id: id } = await callAs<{ _id: string }>(
    page,
    'POST',
    '/imports?kind=aces&file=foreign.xml',
    Buffer.from(FOREIGN),
  );
  const state = async () => (await callAs<{ state: string }>(page, 'GET', `/imports/${id}`)).state;
  await expect.poll(state).toBe('ready');
  return `/dashboard/imports?import=${id}`;
}

test('a screen looks the same whatever page came before', async ({ asAdmin: page, ownPart }) => {
  test.slow();
  const { _id: part } = await ownPart.add();
  await callAs(page, 'POST', `/parts/${part}/stock`, { pieces: 7, reason: 'received' });
  const screens = await allScreens(page);
  screens.push(
    ['stock movements', `/dashboard/products/${part}`],
    ['import problems', await importWithProblems(page)],
  );
  const [forwards, backwards] = await Promise.all([
    visit(page, screens),
    visit(await page.context().newPage(), screens.toReversed()),
  ]);
  expect(forwards.size).toBe(screens.length * WIDTHS.length);
  for (const [screen, layout] of forwards) {
    expect.soft(backwards.get(screen), screen).toEqual(layout);
  }
});
