import { expect, it } from 'vitest';
import pages from '../src/lib/pages.json';
import { apiPaths, serverAddresses } from './dev-proxy';

const pattern = new RegExp(serverAddresses());
const example = (path: string) => path.replace(/\{\w+\}|:\w+/g, 'some-id');

it.each(apiPaths())('the development server forwards %s', (path) => {
  expect(example(path)).toMatch(pattern);
  expect(`${example(path)}?limit=1`).toMatch(pattern);
});

it.each([
  '/docs/',
  '/robots.txt',
  '/sitemap.xml',
  '/sandbox/v1/payment_intents',
  '/emulator/auth/x',
])('the development server forwards %s, which the API document does not list', (path) => {
  expect(path).toMatch(pattern);
});

it.each(Object.values(pages).map(({ path }) => path))(
  'the development server keeps %s for the app',
  (path) => {
    expect(example(path)).not.toMatch(pattern);
    expect(`${example(path)}?from=mail`).not.toMatch(pattern);
  },
);

it.each([
  '/src/app/main.tsx',
  '/@vite/client',
  '/node_modules/.vite/deps/react.js',
  '/catalogue/a.svg',
])('the development server serves %s itself', (path) => {
  expect(path).not.toMatch(pattern);
});
