/**
 * Leaves out of the bundle what no visitor uses and no tool can tell from the rest: 7 kB of each first
 * load. Each part matches what its package or file looks like today. Where nothing matches any more, the
 * bundle is larger and works as before; the browser tests have a limit.
 */
import type { Plugin } from 'vite';

/** What components and contexts are made with at the top of a module. None of it has a side effect. */
const MAKERS = /^(var \w+ = )(React\d*\.(?:createContext|forwardRef|memo)\()/gm;
/** Classes, whose base is read from an object: as far as a bundler knows, that could do something. */
const CLASSES = /^(var \w+ = )(class extends React\d*\.Component \{$.*?^\});$/gms;
/** What a data router shows in place of a route that failed; without one, it is never looked at. */
const ROUTE_FAILURES = [
  /^RenderErrorBoundary\.contextType = .*$/m,
  / \|\| defaultErrorElement\b/,
  /\bdataRouterState && \(match\.route\.ErrorBoundary [^;]*? : (?=getChildren\(\);)/,
];
const DISPLAY_NAMES = /^\w+\.displayName = "[^"]*";$/gm;

/**
 * The shop uses no data routers, forms or prefetching links of React Router, and its developers are not
 * on the line. The package says that its files have no side effects, but the marks that say so of single
 * calls got lost in its own build, so the bundler would keep them.
 */
export function leanRouter(code: string): string {
  return ROUTE_FAILURES.reduce((rest, failure) => rest.replace(failure, ''), code)
    .replace(MAKERS, '$1/* @__PURE__ */ $2')
    .replace(CLASSES, '$1/* @__PURE__ */ (() => $2)();')
    .replace(DISPLAY_NAMES, '')
    .replace(/^function warning(Once)?\(/gm, '/* @__NO_SIDE_EFFECTS__ */ $&')
    .replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;');
}

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

export const firstLoad = (): Plugin[] => [
  replacing('lean-router', /\/react-router\/dist\//, leanRouter),
  replacing('lean-jsx', /\/react\/jsx-runtime\.js$/, () => JSX_RUNTIME),
  replacing('lean-icons', /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/, () => ICON),
  replacing('lean-pages', /\/src\/lib\/pages\.json$/, withoutDescriptions),
];
