/** What the development server leaves to the shop's server: its addresses, and its settings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** What the server answers that the document of its API does not list. */
const UNDOCUMENTED = [
  'docs',
  'robots.txt',
  'sitemap.xml',
  // The embedded services, under the paths of the real ones.
  'sandbox',
  'emulator',
  'identitytoolkit.googleapis.com',
  'securetoken.googleapis.com',
];

interface ApiDocument {
  paths: Record<string, unknown>;
}

const document = join(import.meta.dirname, '../../docs/openapi.json');

/** The paths of the API, with parameters in braces. */
export const apiPaths = () =>
  Object.keys((JSON.parse(readFileSync(document, 'utf8')) as ApiDocument).paths);

/** A regular expression, as Vite wants it, for every address of the server: first segments decide. */
export function serverAddresses(): string {
  const documented = apiPaths().map((path) => path.split('/')[1] ?? '');
  const segments = [...new Set([...documented, ...UNDOCUMENTED])];
  return `^/(${segments.map((segment) => segment.replaceAll('.', '\\.')).join('|')})(/|\\?|$)`;
}

/** Puts the shop's settings into the page, as the shop itself does. */
export const settingsInPage = (server: string): Plugin => ({
  name: 'shop:settings-in-page',
  apply: 'serve',
  transformIndexHtml: async (html) => {
    const settings = await fetch(`${server}/config`).then(
      (answer) => (answer.ok ? answer.text() : ''),
      () => '',
    );
    const block = `<script type="application/json" id="config">${settings.replaceAll('<', '\\u003c')}</script>`;
    return html.replace('<!-- config -->', () => (settings === '' ? '' : block));
  },
});
