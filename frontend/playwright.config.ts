import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';
import { BROWSER } from './e2e/support/browser';

/** A port nobody listens on. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('no free port'));
      });
    });
  });
}

/** Each worker has a shop of its own, so that no test finds what another has changed at the same time. */
const WORKERS = 3;

// E2E_BASE_URL runs the journeys against a shop that is up already, one at a time. Otherwise the
// binary is started on databases of its own; the ports are kept in the environment, because
// the workers read this file again.
const given = process.env.E2E_BASE_URL;
process.env.E2E_PORTS ??= (await Promise.all(Array.from({ length: WORKERS }, freePort))).join();
const shops = process.env.E2E_PORTS.split(',').map((port) => ({
  port,
  url: `http://127.0.0.1:${port}`,
}));
const baseURL = given ?? shops[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]?.url;

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  workers: given === undefined ? WORKERS : 1,
  // Tests of one file depend on each other no more than tests of different files.
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test would slow all of them down. A failure leaves a picture and the page's
    // contents; `--trace on` records a test that is run again.
    trace: 'off',
    // A step that cannot be done says so before the whole test is over.
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: BROWSER,
      // No host but our own can be reached: the shop must not need any.
      args: [
        '--no-sandbox',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    },
  },
  projects: [
    { name: 'shop', testIgnore: ['quality/lighthouse.spec.ts', 'emulator/**'] },
    // Speed is measured when nothing else runs, page after page.
    {
      name: 'speed',
      testMatch: 'quality/lighthouse.spec.ts',
      dependencies: ['shop'],
      fullyParallel: false,
    },
    // Changes for everybody how the emulator answers, so nothing else runs.
    ...(process.env.FIREBASE_AUTH_EMULATOR_HOST
      ? [{ name: 'emulator', testMatch: 'emulator/**', dependencies: ['shop'] }]
      : []),
  ],
  ...(given === undefined && {
    webServer: shops.map(({ port, url }) => ({
      command: 'node e2e/support/start-server.mjs',
      url: `${url}/readyz`,
      env: { E2E_PORT: port },
      timeout: 60_000,
      stdout: 'pipe' as const,
      gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 5_000 },
    })),
  }),
});
