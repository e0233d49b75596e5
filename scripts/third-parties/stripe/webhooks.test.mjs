// Tests the shop's webhook with signatures of Stripe's own package. SHOP is the address of a
// running server whose STRIPE_WEBHOOK_SECRET has both values of SECRETS, separated by a comma.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import Stripe from 'stripe';

const { webhooks } = new Stripe('sk_test_conformance');
const { SHOP, SECRETS = '' } = process.env;
const [SECRET, NEXT_SECRET] = SECRETS.split(',');

const now = () => Math.floor(Date.now() / 1000);

/** An event that does not concern any order. */
const message = (words = 'Grüße') =>
  JSON.stringify({
    id: `evt_${Math.random().toString(36).slice(2)}`,
    object: 'event',
    created: now(),
    type: 'customer.updated',
    data: { object: { object: 'customer', id: 'cus_1', description: words } },
  });

const sign = (payload, options = {}) =>
  webhooks.generateTestHeaderString({ payload, secret: SECRET, ...options });

const tagOf = (header) => header.slice(header.indexOf(',') + 1);

async function send(body, signature) {
  const answer = await fetch(`${SHOP}/webhooks/stripe`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body,
  });
  return { status: answer.status, code: answer.ok ? null : (await answer.json()).code };
}

const ACCEPTED = { status: 200, code: null };
const REFUSED = { status: 400, code: 'bad_signature' };

/** Expects this result from the shop, and the same from the package. */
async function expectResult(body, signature, expected) {
  const judge = (secret) => webhooks.constructEvent(body, signature, secret);
  const accepts = [SECRET, NEXT_SECRET].some((secret) => {
    try {
      return judge(secret).object === 'event';
    } catch (error) {
      assert.equal(error.type, 'StripeSignatureVerificationError');
      return false;
    }
  });
  assert.equal(accepts, expected === ACCEPTED, 'result of the package');
  assert.deepEqual(await send(body, signature), expected);
}

test('a genuine message is accepted', async () => {
  const body = message();
  await expectResult(body, sign(body), ACCEPTED);
});

test('a message over several lines is accepted, with each byte unchanged', async () => {
  const body = `${JSON.stringify(JSON.parse(message()), null, 2)}\n`;
  await expectResult(body, sign(body), ACCEPTED);
});

test('during a rotation of secrets, the new one is accepted too', async () => {
  const body = message();
  await expectResult(body, sign(body, { secret: NEXT_SECRET }), ACCEPTED);
});

test('another secret is refused', async () => {
  const body = message();
  await expectResult(body, sign(body, { secret: 'whsec_of_another_account' }), REFUSED);
});

test('a changed message is refused', async () => {
  const body = message();
  await expectResult(body.replace('cus_1', 'cus_2'), sign(body), REFUSED);
  await expectResult(`${body} `, sign(body), REFUSED);
});

test('a changed timestamp is refused', async () => {
  const body = message();
  const header = sign(body).replace(/^t=\d+/, `t=${now() + 1}`);
  await expectResult(body, header, REFUSED);
});

test('a message is accepted after four minutes and refused after six', async () => {
  const body = message();
  await expectResult(body, sign(body, { timestamp: now() - 4 * 60 }), ACCEPTED);
  await expectResult(body, sign(body, { timestamp: now() - 6 * 60 }), REFUSED);
});

test('a message from the future is refused, which the package does not do', async () => {
  const body = message();
  const header = sign(body, { timestamp: now() + 6 * 60 });
  assert.equal(webhooks.constructEvent(body, header, SECRET).object, 'event');
  assert.deepEqual(await send(body, header), REFUSED);
});

test('one valid signature among several is enough', async () => {
  const body = message();
  const good = sign(body);
  const bad = tagOf(sign(body, { secret: 'whsec_of_another_account' }));
  await expectResult(body, `${good},${bad}`, ACCEPTED);
  await expectResult(body, good.replace(tagOf(good), `${bad},${tagOf(good)}`), ACCEPTED);
  await expectResult(body, good.replace(tagOf(good), `${bad},${bad}`), REFUSED);
});

test('signatures of other schemes than v1 are ignored', async () => {
  const body = message();
  const header = sign(body);
  await expectResult(body, sign(body, { scheme: 'v0' }), REFUSED);
  await expectResult(body, `${header},${tagOf(header).replace('v1=', 'v0=')}`, ACCEPTED);
});

test('no signature, or half of one, is refused', async () => {
  const body = message();
  const header = sign(body);
  for (const signature of ['nonsense', header.split(',')[0], tagOf(header), header.slice(0, -2)]) {
    await expectResult(body, signature, REFUSED);
  }
});

test('a repeated message is accepted again', async () => {
  const body = message();
  const header = sign(body);
  await expectResult(body, header, ACCEPTED);
  await expectResult(body, header, ACCEPTED);
});
