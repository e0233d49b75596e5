// Starts the binary on its own database with the demo catalog, and cleans up afterward.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { addDemoAccounts } from './emulator.mjs';
import { SANDBOX_SECRET_KEY } from './sandbox-key.mjs';

const binary =
  process.env.E2E_BINARY ??
  fileURLToPath(new URL('../../../target/debug/autoparts', import.meta.url));
if (!existsSync(binary)) {
  console.error(
    `${binary} is missing. Build it with: make e2e. Or name another one in E2E_BINARY.`,
  );
  process.exit(1);
}

const port = process.env.E2E_PORT;
const folder = mkdtempSync(join(tmpdir(), 'autoparts-e2e-'));
const env = {
  ...process.env,
  DATABASE_URL: `sqlite://${join(folder, 'shop.db')}`,
  BIND_ADDR: `127.0.0.1:${port}`,
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  // The tests sign in and order more often than any customer would.
  RATE_LIMIT_SIGN_INS: '1000',
  RATE_LIMIT_ORDERS: '1000',
  RATE_LIMIT_RENEWALS: '6000',
  RATE_LIMIT_LETTERS: '1000',
  // No load balancer polls for readiness.
  SHUTDOWN_GRACE: '0s',
  // Tests act as the provider's dashboard and the customer's bank.
  SANDBOX_SECRET_KEY,
  // Many journeys leave an order of the demo customer unpaid.
  UNPAID_ORDERS: 'off',
  UNPAID_VALUE: 'off',
  UNPAID_SHARE: 'off',
};
const cleanUp = () => rmSync(folder, { recursive: true, force: true });

const seeded = spawnSync(binary, ['seed'], { env, stdio: 'inherit' });
if (seeded.status !== 0) {
  cleanUp();
  process.exit(seeded.status ?? 1);
}
if (env.FIREBASE_AUTH_EMULATOR_HOST) {
  try {
    await addDemoAccounts(binary, env);
  } catch (error) {
    cleanUp();
    throw error;
  }
}

const server = spawn(binary, ['serve'], { env, stdio: 'inherit' });
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  cleanUp();
  process.exit(code ?? 0);
});
