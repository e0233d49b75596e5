/** Leaves out of the bundle what no visitor uses and no tool can tell from the rest: 16 kB of each first load. */
import { basename } from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { leanQuery, leanReactDom, leanRouter } from './lean-libraries.ts';

/** Icons are sized and coloured by `.icon`, so Lucide need not build them for every taste. */
const ICON = `
import { createElement } from 'react';

const look = {
  viewBox: '0 0 24 24',
  fill: 'none',
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
  'aria-hidden': true,
};

export default ({ node }) => (props) =>
  createElement('svg', { ...look, ...props }, node.map(([tag, shape]) => createElement(tag, shape)));
`;

/** As a module whose functions are called by name; React's own is an object that is asked each time. */
const JSX_RUNTIME = `
import runtime from './cjs/react-jsx-runtime.production.js';
export const { Fragment, jsx, jsxs } = runtime;
`;

/** Descriptions of pages are told to search engines, by the server. */
export function withoutDescriptions(pages: string): string {
  return JSON.stringify(JSON.parse(pages), (key, value: unknown) =>
    key === 'description' ? undefined : value,
  );
}

function replacing(name: string, id: RegExp, replaced: (code: string) => string): Plugin {
  return {
    name: `shop:${name}`,
    apply: 'build',
    enforce: 'pre',
    transform: { filter: { id }, handler: (code) => ({ code: replaced(code), map: null }) },
  };
}

/** The files that are loaded with one, itself first. */
function loadedWith(file: string, bundle: Rolldown.OutputBundle, before = new Set<string>()) {
  if (before.has(file)) return before;
  const chunk = bundle[file];
  if (chunk?.type !== 'chunk') throw new Error(`${file} is none of the built files`);
  before.add(file);
  for (const each of chunk.imports) loadedWith(each, bundle, before);
  return before;
}

/** The file that a stylesheet which is imported later has become. */
function styleOf(module: string, bundle: Rolldown.OutputBundle): string {
  const style = Object.values(bundle).find(
    ({ fileName }) =>
      fileName.endsWith('.css') && fileName.startsWith(`assets/${basename(module, '.css')}-`),
  );
  if (!style) throw new Error(`index.html names ${module}, which is no stylesheet of its own`);
  return style.fileName;
}

/** A screen's module, as `index.html` names it. */
const SCREEN = /<link\s+rel="modulepreload"\s+href="\/(src\/[^"]+)"\s*\/>/g;
/** The app, as Vite puts it into the head. */
const APP = /^ *<(?:script type="module"|link rel="modulepreload") crossorigin [^\n]*\n/gm;
const SCRIPTS_END = '    </template>';
/** The module that fetches them. */
const FETCHING = 'fetch-scripts';

/**
 * In `index.html` each page names the module that its screen is in, as developers know it. Built, it names
 * the files that this has become, but for those that every page loads; and the app is fetched with them, when
 * the page has been drawn.
 */
function scriptsAfterDrawing(): Plugin {
  const built = (html: string, bundle: Rolldown.OutputBundle) => {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const app = html.match(APP) ?? [];
    const everywhere = chunks.filter(({ fileName }) => app.join('').includes(fileName));
    const known = new Set(everywhere.flatMap(({ fileName }) => [...loadedWith(fileName, bundle)]));
    const filesOf = (module: string) => {
      if (module.endsWith('.css'))
        return [`<link rel="preload" as="style" crossorigin href="/${styleOf(module, bundle)}">`];
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/${module}`));
      if (!chunk) throw new Error(`index.html names ${module}, which is no screen`);
      const needed = [...loadedWith(chunk.fileName, bundle)].filter((file) => !known.has(file));
      return needed.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`);
    };
    const start = chunks.find(({ name }) => name === FETCHING)?.fileName;
    if (start === undefined) throw new Error(`${FETCHING} was not built`);
    return html
      .replace(APP, '')
      .replace(SCREEN, (_link, module: string) => filesOf(module).join('\n      '))
      .replace(
        SCRIPTS_END,
        `${app.map((tag) => `  ${tag}`).join('')}${SCRIPTS_END}\n    <script type="module" crossorigin src="/${start}"></script>`,
      );
  };
  return {
    name: 'shop:scripts-after-drawing',
    buildStart() {
      if (this.environment.mode !== 'build') return;
      this.emitFile({
        type: 'chunk',
        id: `src/app/${FETCHING}.ts`,
        name: FETCHING,
        preserveSignature: 'allow-extension',
      });
    },
    transformIndexHtml: {
      order: 'post',
      // The development server serves the modules as they are named.
      handler: (html, { bundle }) => (bundle ? built(html, bundle) : html),
    },
  };
}

export const firstLoad = (): Plugin[] => [
  replacing('lean-react-dom', /\/react-dom\/cjs\/react-dom-client\.production\.js$/, leanReactDom),
  replacing('lean-query', /\/@reduxjs\/toolkit\/dist\/query\/rtk-query\.modern\.mjs$/, leanQuery),
  replacing('lean-router', /\/react-router\/dist\//, leanRouter),
  replacing('lean-jsx', /\/react\/jsx-runtime\.js$/, () => JSX_RUNTIME),
  replacing('lean-icons', /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/, () => ICON),
  scriptsAfterDrawing(),
  replacing('lean-pages', /\/src\/lib\/pages\.json$/, withoutDescriptions),
];
