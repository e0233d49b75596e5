import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { serverAddresses, settingsInPage } from './scripts/dev-proxy.ts';
import { scriptsAfterDrawing } from './scripts/scripts-after-drawing.ts';

/** The server that the development server proxies to. */
const api = process.env.AUTOPARTS_API ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react(), scriptsAfterDrawing(), settingsInPage(api)],
  build: {
    target: 'es2022',
    // An inlined asset would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    // Browsers without `modulepreload` load the same files a little later.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Code that every screen needs comes in two files instead of ten: they compress better,
          // and a release leaves the libraries in browser caches.
          groups: [
            // Runs first, without waiting for the other files.
            {
              name: 'fetch-scripts',
              test: /src\/(app\/fetch-scripts|lib\/demo-note)/,
              priority: 3,
            },
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 2 },
            { name: 'app', tags: ['$initial'], priority: 1 },
            // The first load lists every file that a screen needs, so related modules are bundled.
            {
              name: 'parts',
              test: /src\/(api\/(index|pages|paging|vehicles|stock-alerts)|features\/catalogue\/(replaced-by|part-numbers|shop-view|breadcrumbs|categor)|features\/vehicles\/use-vehicle-sheet|ui\/(controls\/dock|data\/(part-|fit-badge)|forms\/(fit-ticks|quantity-stepper)|layout\/not-found))|icons\/(x|hash|plus|minus|truck|rotate-ccw|car)\.m?js/,
            },
            {
              name: 'places',
              test: /src\/(lib\/(places|amounts)|ui\/data\/amounts|features\/orders\/address-lines)/,
            },
            {
              name: 'signs',
              test: /src\/ui\/messages\/alert|icons\/(circle-(alert|check|exclamation-point)|info|triangle-(alert|exclamation-point))\.m?js/,
            },
            {
              name: 'fields',
              test: /src\/(lib\/(field-texts|text-rules|quantity)|api\/contract\/(field-sentences|generated-types))/,
            },
          ],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { [serverAddresses()]: api },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts', 'eslint-rules/**/*.test.js'],
    setupFiles: ['./src/vitest-setup.ts'],
    // One environment for all files of a worker instead of one for each: a fifth of the work.
    isolate: false,
    pool: 'threads',
    // Tests spend a third of their time waiting for debounced or polled updates.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: 30_000,
    expect: { poll: { timeout: 5_000 } },
    mockReset: true,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
