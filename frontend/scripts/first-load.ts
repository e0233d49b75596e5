/** Leaves out of the bundle what no visitor uses and no tool can tell from the rest: 16 kB of each first load. */
import type { Plugin } from 'vite';
import { leanQuery, leanReactDom, leanRouter } from './lean-libraries.ts';
import { scriptsAfterDrawing } from './scripts-after-drawing.ts';

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
  replacing('lean-react-dom', /\/react-dom\/cjs\/react-dom-client\.production\.js$/, leanReactDom),
  replacing('lean-query', /\/@reduxjs\/toolkit\/dist\/query\/rtk-query\.modern\.mjs$/, leanQuery),
  replacing('lean-router', /\/react-router\/dist\//, leanRouter),
  replacing('lean-jsx', /\/react\/jsx-runtime\.js$/, () => JSX_RUNTIME),
  replacing('lean-icons', /\/lucide-react\/dist\/esm\/createLucideIcon\.mjs$/, () => ICON),
  scriptsAfterDrawing(),
  replacing('lean-pages', /\/src\/lib\/pages\.json$/, withoutDescriptions),
];
