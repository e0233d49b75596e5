import { createServer } from 'node:net';
import { defineConfig } from '@playwright/test';
import { BROWSER } from './e2e/support/browser';

/** Finds a port that is not in use. */
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

/** Each worker has its own shop, so parallel tests do not see each other's changes. */
const WORKERS = 3;

// E2E_BASE_URL runs the journeys against a running shop, one at a time. Otherwise the binary is
// started on its own databases. The ports are stored in the environment because the workers read
// this file again.
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
  // Tests in one file are as independent as tests in different files.
  fullyParallel: true,
  timeout: 90_000,
  // A second failure fails the run. A test that passes then is reported as flaky, with a trace of
  // the second run, and its cause has to be found.
  retries: 1,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    baseURL,
    viewport: { width: 1440, height: 900 },
    contextOptions: { reducedMotion: 'reduce' },
    // Recording every test would slow all of them down. A failure leaves a screenshot and the
    // page's contents.
    trace: 'on-first-retry',
    // A blocked step fails before the whole test times out.
    actionTimeout: 15_000,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: BROWSER,
      // Only this machine is reachable: the shop must not need any other host.
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
    // Speed is measured while nothing else runs, one page at a time.
    {
      name: 'speed',
      testMatch: 'quality/lighthouse.spec.ts',
      dependencies: ['shop'],
      fullyParallel: false,
    },
    // Changes the emulator's responses for all clients, so nothing else may run.
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
