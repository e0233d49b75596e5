/**
 * Requests that the development server forwards to the shop's server, and the settings it reads
 * there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Server paths that the API document does not list. */
const UNDOCUMENTED = [
  'docs',
  'robots.txt',
  'sitemap.xml',
  // The embedded services, at the paths of the real ones.
  'sandbox',
  'emulator',
  'identitytoolkit.googleapis.com',
  'securetoken.googleapis.com',
];

interface ApiDocument {
  paths: Record<string, unknown>;
}

const document = join(import.meta.dirname, '../../docs/openapi.json');

/** The API's paths, with parameters in braces. */
export const apiPaths = () =>
  Object.keys((JSON.parse(readFileSync(document, 'utf8')) as ApiDocument).paths);

/** A regular expression, in Vite's format, that matches every server path by its first segment. */
export function serverAddresses(): string {
  const documented = apiPaths().map((path) => path.split('/')[1] ?? '');
  const segments = [...new Set([...documented, ...UNDOCUMENTED])];
  return `^/(${segments.map((segment) => segment.replaceAll('.', '\\.')).join('|')})(/|\\?|$)`;
}

/** Injects the shop's settings into the page, as the shop's server does. */
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
