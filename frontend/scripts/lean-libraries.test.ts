import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { leanQuery, leanReactDom, leanRouter } from './lean-libraries.ts';

const { resolve } = createRequire(import.meta.url);
const router = dirname(resolve('react-router'));

it('still finds in React Router what it leaves out', () => {
  const chunk = readdirSync(router)
    .filter((file) => /^chunk-.*\.mjs$/.test(file))
    .map((file) => readFileSync(join(router, file), 'utf8'))
    .find((code) => code.includes('var Link = '));
  const code = leanRouter(chunk ?? '');
  expect(code).toMatch(/var Link = \/\* @__PURE__ \*\/ React\d*\.forwardRef/);
  expect(code).toContain('/* @__NO_SIDE_EFFECTS__ */ function warning(');
  expect(code).toContain('var ENABLE_DEV_WARNINGS = false;');
  expect(code).not.toContain('Link.displayName');
  expect(code).toMatch(/var RenderErrorBoundary = \/\* @__PURE__ \*\/ \(\(\) => class/);
  expect(code.match(/\bRenderErrorBoundary\b/g)).toHaveLength(1);
  expect(code.match(/\bdefaultErrorElement\b/g)).toHaveLength(1);
  expect(code).toContain('return getChildren();');
});

it('still finds in React DOM what only other trees need', () => {
  const file = join(dirname(resolve('react-dom')), 'cjs/react-dom-client.production.js');
  const full = readFileSync(file, 'utf8');
  const code = leanReactDom(full);
  for (const name of [
    'startViewTransition',
    'measureViewTransitionHostInstancesRecursive',
    'commitNewChildToFragmentInstance',
    'prepareToHydrateHostInstance',
    'updateDehydratedSuspenseComponent',
    'canHydrateInstance',
    'getNextHydratable',
    'attemptExplicitHydrationTarget',
    'commitSuspenseHydrationCallbacks',
    'retrySuspenseComponentWithoutHydrating',
    'clearHydrationBoundary',
  ]) {
    expect(full).toContain(`function ${name}(`);
    expect(code).toContain(`function ${name}() {}`);
  }
  expect(code).not.toContain('FragmentInstance.prototype.');
  expect(code).not.toContain('exports.hydrateRoot');
  expect(code).toContain('exports.createRoot = function');
});

it('still finds in RTK Query what only others call', () => {
  const entry = dirname(resolve('@reduxjs/toolkit/package.json'));
  const code = leanQuery(readFileSync(join(entry, 'dist/query/rtk-query.modern.mjs'), 'utf8'));
  expect(code).not.toMatch(/^\t+buildCacheLifecycleHandler,$/m);
  expect(code).not.toMatch(/^\t+buildDevCheckHandler,$/m);
  expect(code).not.toMatch(/(?<!const )buildWindowEventHandler\b/);
  expect(code).not.toContain('applyPatches(state');
  expect(code).not.toMatch(/\bbuildSubscriptionPatches\(/);
});
