// The demo accounts for a shop whose visitors sign in at a Firebase emulator. The embedded provider
// gets them from `autoparts seed`; here they are created by the emulator's own calls, and the shop
// creates the users, as always, at their first sign-in.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

const ACCOUNTS = [
  { email: 'admin@autoparts.example', password: 'admin-demo-1', displayName: 'Ada Quill' },
  {
    email: 'customer@autoparts.example',
    password: 'customer-demo-1',
    displayName: 'Marta Lindqvist',
  },
];
const [ADMIN] = ACCOUNTS;

/** @param {NodeJS.ProcessEnv} env of a seeded shop that has FIREBASE_AUTH_EMULATOR_HOST */
export async function addDemoAccounts(binary, env) {
  // The shop must not appear ready before its accounts are complete, so this uses another port.
  const server = spawn(binary, ['serve'], {
    env: { ...env, BIND_ADDR: '127.0.0.1:0', PUBLIC_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'exit');
  try {
    const shop = await addressOf(server);
    for (const account of ACCOUNTS) {
      const proof = await signIn(env, account);
      await introduce(shop, account.email, proof);
    }
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
  const { status } = spawnSync(binary, ['admin', 'grant', ADMIN.email], { env, stdio: 'inherit' });
  if (status !== 0) throw new Error(`${ADMIN.email} could not be made an admin`);
}

async function addressOf(server) {
  for await (const line of createInterface({ input: server.stdout })) {
    const [, address] = /^Autoparts is open at (.+)$/.exec(line) ?? [];
    if (address) return address;
  }
  throw new Error('the server did not open');
}

/** Signs up an account, or signs in if another worker's shop has already created it. */
async function signIn(env, account) {
  const call = async (verb) => {
    const url = `http://${env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/accounts:${verb}`;
    return post(`${url}?key=${env.FIREBASE_API_KEY}`, { ...account, returnSecureToken: true });
  };
  const made = await call('signUp');
  const { idToken } = made.ok ? made.body : (await call('signInWithPassword')).body;
  if (!idToken) throw new Error(`the emulator made no account of ${account.email}`);
  return idToken;
}

async function post(url, body) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { ok: answer.ok, body: await answer.json() };
}

async function introduce(shop, email, idToken) {
  const answer = await fetch(`${shop}/users/${encodeURIComponent(email)}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!answer.ok) throw new Error(`PUT /users/${email}: ${await answer.text()}`);
}
