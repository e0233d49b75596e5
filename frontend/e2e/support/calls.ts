/** Calls to the shop, for a test's preparations. */
import { type APIRequestContext, type BrowserContext, expect, type Page } from '@playwright/test';
import type { Part, Return } from '../../src/api/contract/generated-types';
import { aNewPart, type PartFacts } from '../../src/testing/fixtures';
import { SANDBOX_SECRET_KEY } from './sandbox-key.mjs';

export type { Part, PartFacts };

/** The access tokens that browsers were opened with; reading a browser's storage needs a page. */
const firstTokens = new WeakMap<BrowserContext, string>();

/** A session as browser storage, in Playwright's format for the storage of one origin. */
export interface Session {
  origin: string;
  localStorage: { name: string; value: string }[];
}

/** Records the session that was stored in a browser before its first page. */
export function startSession(context: BrowserContext, session: Session): void {
  const token = session.localStorage.find(({ name }) => name === 'accessToken');
  if (token) firstTokens.set(context, token.value);
}

/** The access token of the user signed in on a page, even before the page shows anything. */
async function tokenOf(page: Page): Promise<string | undefined> {
  const isNew = page.url() === 'about:blank' && page.context().pages().length === 1;
  if (isNew) return firstTokens.get(page.context());
  const { origins } = await page.context().storageState();
  return origins
    .flatMap(({ localStorage }) => localStorage)
    .find(({ name }) => name === 'accessToken')?.value;
}

/**
 * Each call uses its own connection. The server closes idle ones, perhaps just as one is reused;
 * and a call that orders or pays must not be repeated.
 */
const alone = { connection: 'close' };

/** Calls the shop as the user signed in on a page, or as a visitor. */
export async function callAs<Answer>(
  page: Page,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<Answer> {
  const token = await tokenOf(page);
  const answer = await page.request.fetch(path, {
    method,
    data,
    headers: { ...alone, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
  });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** The catalog in the shop's own order. */
export const allParts = (page: Page) => callAs<Part[]>(page, 'GET', '/parts');

/** The part listed first everywhere. */
export async function firstPart(page: Page): Promise<Part> {
  const [part] = await allParts(page);
  if (!part) throw new Error('the shop has no parts');
  return part;
}

/** The oldest part, for calls without a page. */
export async function oldestPart(request: APIRequestContext): Promise<Part> {
  const [part] = (await (await request.get('/parts?limit=1')).json()) as Part[];
  if (!part) throw new Error('the shop has no parts');
  return part;
}

/** A part with enough stock for a few orders; every unpaid order of other tests reserves some. */
export async function somePart(page: Page): Promise<Part> {
  const parts = await allParts(page);
  const part = parts.find(({ available, minOrderQuantity }) => available >= 3 * minOrderQuantity);
  if (!part) throw new Error('everything is sold out');
  return part;
}

/** Places an unpaid order for the minimum quantity of a part. */
export async function orderAs(page: Page): Promise<{ order: string; part: Part }> {
  const part = await somePart(page);
  const { insertedId } = await callAs<{ insertedId: string }>(page, 'POST', '/orders', {
    orderedId: part._id,
    address: '12 Harbor Street, Portland, ME',
    phone: '2075550173',
  });
  return { order: insertedId, part };
}

/** Pays an order with a valid card at the sandbox; returns the transaction's id. */
export async function payAs(page: Page, orderId: string): Promise<string> {
  const { totalPrice } = await callAs<{ totalPrice: number }>(page, 'GET', `/order/${orderId}`);
  const { clientSecret } = await callAs<{ clientSecret: string }>(
    page,
    'POST',
    '/create-payment-intent',
    { price: totalPrice, order: orderId },
  );
  const { payments } = await callAs<{ payments: { publishableKey: string; apiBase: string } }>(
    page,
    'GET',
    '/config',
  );
  const provider = async (path: string, form: Record<string, string>) => {
    const answer = await page.request.post(payments.apiBase + path, {
      form: { ...form, key: payments.publishableKey },
      headers: alone,
    });
    if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
    return (await answer.json()) as { id: string };
  };
  const method = await provider('/payment_methods', {
    type: 'card',
    'card[number]': '4242424242424242',
    'card[exp_month]': '12',
    'card[exp_year]': '34',
    'card[cvc]': '123',
  });
  const [intent = ''] = clientSecret.split('_secret_');
  const { id } = await provider(`/payment_intents/${intent}/confirm`, {
    client_secret: clientSecret,
    payment_method: method.id,
  });
  await callAs(page, 'PATCH', `/booking/${orderId}`, { booking: orderId, transactionId: id });
  return id;
}

/** A paid and shipped order of the user on a page, with a requested return of one piece. */
export async function returnAs(
  page: Page,
  adminPage: Page,
): Promise<{ order: string; id: string; number: string }> {
  const { order } = await orderAs(page);
  await payAs(page, order);
  await callAs(adminPage, 'PUT', `/ship/${order}`, { status: 'shipped' });
  const { _id: id, number } = await callAs<Return>(page, 'POST', `/order/${order}/returns`, {
    lines: [{ line: 1, pieces: 1 }],
    reason: 'not_needed',
    note: 'We ordered one too many.',
  });
  return { order, id, number };
}

/** A call made by the provider's dashboard, or by a customer's bank. */
async function atProvider(page: Page, path: string, form: Record<string, string>): Promise<void> {
  const answer = await page.request.post(`/sandbox/v1${path}`, {
    form,
    headers: { authorization: `Bearer ${SANDBOX_SECRET_KEY}` },
  });
  if (!answer.ok()) throw new Error(`${path}: ${await answer.text()}`);
}

/** The payment state of an order in the shop. */
type MoneyOf = Partial<Record<'state' | 'refundedAmount' | 'dispute', string | number>>;

/** Waits until the shop has processed the provider's webhook. */
const expectMoney = (page: Page, orderId: string, money: MoneyOf) =>
  expect
    .poll(() => callAs<MoneyOf>(page, 'GET', `/order/${orderId}`), { timeout: 20_000 })
    .toMatchObject(money);

/** Refunds money in the provider's dashboard: some cents, or all that is left. */
export async function refundAtProvider(
  page: Page,
  { order, payment }: { order: string; payment: string },
  cents?: number,
): Promise<void> {
  const form: Record<string, string> = { payment_intent: payment };
  if (cents !== undefined) form.amount = String(cents);
  await atProvider(page, '/refunds', form);
  const known = cents === undefined ? { state: 'refunded' } : { refundedAmount: cents / 100 };
  await expectMoney(page, order, known);
}

/** Opens or continues a dispute at the customer's bank. */
export async function disputeAtBank(
  page: Page,
  { order, payment }: { order: string; payment: string },
  status: 'warning_needs_response' | 'needs_response' | 'won' | 'lost',
): Promise<void> {
  await atProvider(page, `/payment_intents/${payment}/_dispute`, { status });
  const known = { warning_needs_response: 'inquiry', needs_response: 'open' };
  const dispute = status === 'won' || status === 'lost' ? status : known[status];
  await expectMoney(page, order, { dispute });
}

/** Adds a part; tests use the fixture `ownPart`, which removes it again. */
export async function addPartAs(page: Page, facts: Partial<PartFacts> = {}): Promise<Part> {
  const part = aNewPart({
    title: 'Glow Plug',
    desc: 'For cold mornings.',
    img: '/catalogue/spark-plug.svg',
    price: 12,
    minOrderQuantity: 2,
    available: 20,
    ...facts,
  });
  const { insertedId } = await callAs<{ insertedId: string }>(page, 'POST', '/parts', part);
  return { ...part, _id: insertedId };
}

/** Removes a part from the catalog, if it is still in it. */
export const removePartAs = (page: Page, id: string) => callAs(page, 'DELETE', `/parts/${id}`);

/**
 * Extracts the pattern's match from the latest email to an address. Needs an admin, who may read
 * the outbox, where the newest email comes first.
 */
export async function findInMail(adminPage: Page, to: string, pattern: RegExp): Promise<string> {
  const mails = await callAs<{ to: string; text: string }[]>(adminPage, 'GET', '/outbox');
  const found = mails
    .filter((mail) => mail.to === to)
    .map(({ text }) => pattern.exec(text)?.[0])
    .find(Boolean);
  if (found === undefined) throw new Error(`no mail to ${to} has ${pattern}`);
  return found;
}
