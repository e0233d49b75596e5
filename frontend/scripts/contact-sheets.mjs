// Combines the screenshots of each screen into one contact sheet: `make pictures`. The sheets are
// for visual review before a release and are not committed.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const folder = fileURLToPath(new URL('../e2e/screenshots/', import.meta.url));
const sheets = `${folder}sheets/`;

/** `cart-360-dark.png`: the screen and its state. */
const PICTURE = /^(.+?)-(\d+-[a-z-]+)\.png$/;

/** @type {Map<string, string[]>} */
const screens = new Map();
for (const file of (await readdir(folder)).sort((one, other) =>
  one.localeCompare(other, 'en', { numeric: true }),
)) {
  const [, screen, state] = PICTURE.exec(file) ?? [];
  if (screen !== undefined && state !== undefined)
    screens.set(screen, [...(screens.get(screen) ?? []), state]);
}

const figure = async (screen, state) => {
  const picture = await readFile(`${folder}${screen}-${state}.png`, 'base64');
  return `<figure><figcaption>${state.replaceAll('-', ' ')}</figcaption><img src="data:image/png;base64,${picture}" alt=""></figure>`;
};

const sheet = async (screen, states) => `
  <style>
    body { margin: 16px; display: grid; align-content: start; grid-template-columns: repeat(7, 1fr); gap: 16px; font: 13px sans-serif; background: #c9ced6 }
    h1 { grid-column: 1 / -1; margin: 0; font-size: 18px }
    figure { margin: 0 }
    img { display: block; width: 100%; max-height: 900px; object-fit: cover; object-position: top }
  </style>
  <h1>${screen}</h1>
  ${(await Promise.all(states.map((state) => figure(screen, state)))).join('')}`;

await mkdir(sheets, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage({ viewport: { width: 2000, height: 1200 } });
for (const [screen, states] of screens) {
  await page.setContent(await sheet(screen, states));
  await writeFile(`${sheets}${screen}.png`, await page.screenshot({ fullPage: true }));
}
await browser.close();
console.log(`${screens.size} sheets in ${sheets}`);
