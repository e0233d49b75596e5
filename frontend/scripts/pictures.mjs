// Renders the bitmap images that browsers, phones and link previews need from the shop's own
// drawings: `npm run pictures`. The results are committed; run it again when a drawing changes.
import { Buffer } from 'node:buffer';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const dataUrl = (path, type) => `data:${type};base64,${readFileSync(at(path)).toString('base64')}`;

const favicon = dataUrl('public/favicon.svg', 'image/svg+xml');
const drawing = readFileSync(at('public/drawings/wheel-hub.svg'), 'utf8');
const font = dataUrl('src/app/styles/fonts/archivo.woff2', 'font/woff2');

/** The mark on a square. Phones crop the outer fifth of a maskable icon to their own shape. */
const icon = (share, background) => `
  <style>
    body { margin: 0; display: grid; place-items: center; height: 100vh; background: ${background} }
    img { width: ${share}%; height: ${share}% }
  </style>
  <img src="${favicon}" alt="">`;

const socialCard = `
  <style>
    @font-face { font-family: Archivo; src: url(${font}); font-weight: 100 900; font-stretch: 62% 125% }
    body {
      margin: 0; height: 630px; box-sizing: border-box; padding: 64px 72px; overflow: hidden;
      display: grid; grid-template-columns: 540px 1fr; gap: 0; align-items: center;
      color: #12161c; font-family: Archivo;
      background: #fff linear-gradient(#e7eaee 1px, transparent 1px) 0 -1px / 32px 32px;
    }
    body::before {
      content: ''; position: absolute; inset: 0; z-index: -1;
      background: linear-gradient(90deg, #e7eaee 1px, transparent 1px) -1px 0 / 32px 32px;
    }
    h1 { margin: 0; font-size: 76px; line-height: 1.02; font-stretch: 116%; font-weight: 820; letter-spacing: -1px }
    p { margin: 28px 0 0; font-size: 30px; line-height: 1.35; color: #48515d }
    .logo { display: flex; gap: 16px; align-items: center; margin: 0 0 44px; font-size: 36px; font-weight: 750; font-stretch: 116%; color: #12161c }
    .logo img { width: 52px }
    .hub { width: 100%; transform: scale(1.1) translateX(-3%) }
  </style>
  <div>
    <p class="logo"><img src="${favicon}" alt="">Autoparts</p>
    <h1>Find The Right Parts Faster</h1>
    <p>Stock, price per piece and minimum order, before you buy.</p>
  </div>
  <div class="hub">${drawing}</div>`;

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});

async function draw(html, width, height, transparent = false) {
  // Otherwise the screenshot would catch parts sliding into place.
  const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' });
  await page.setContent(html);
  await page.evaluate(() => globalThis.document.fonts.ready);
  const picture = await page.screenshot({ omitBackground: transparent });
  await page.close();
  return picture;
}

/** The favicon.ico container for one 32 × 32 pixel image. */
function ico(png) {
  const header = Buffer.alloc(22);
  header.writeUInt16LE(1, 2); // an icon
  header.writeUInt16LE(1, 4); // one image
  header.writeUInt8(32, 6);
  header.writeUInt8(32, 7);
  header.writeUInt16LE(1, 10);
  header.writeUInt16LE(32, 12);
  header.writeUInt32LE(png.length, 14);
  header.writeUInt32LE(header.length, 18);
  return Buffer.concat([header, png]);
}

writeFileSync(at('public/favicon.ico'), ico(await draw(icon(100, 'transparent'), 32, 32, true)));
writeFileSync(
  at('public/icons/icon-192.png'),
  await draw(icon(100, 'transparent'), 192, 192, true),
);
writeFileSync(
  at('public/icons/icon-512.png'),
  await draw(icon(100, 'transparent'), 512, 512, true),
);
writeFileSync(at('public/icons/maskable-512.png'), await draw(icon(60, '#fff'), 512, 512));
writeFileSync(at('public/icons/apple-touch-icon.png'), await draw(icon(78, '#fff'), 180, 180));
writeFileSync(at('public/social-card.png'), await draw(socialCard, 1200, 630));
await browser.close();
