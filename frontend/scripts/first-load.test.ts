import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { leanRouter, withoutDescriptions } from './first-load.ts';

const router = dirname(createRequire(import.meta.url).resolve('react-router'));

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

it('keeps of the pages what browsers need', () => {
  const pages = '{"home":{"path":"/","title":"Autoparts","description":"Parts."}}';
  expect(withoutDescriptions(pages)).toBe('{"home":{"path":"/","title":"Autoparts"}}');
});
