/** Ordering and paying by the API, and answers that the server would not give by itself. */
import { expect, type APIResponse, type Page, type Route } from '@playwright/test';

interface Part {
  _id: string;
  title: string;
  price: number;
  minOrderQuantity: number;
  available: number;
}

async function bodyOf<T>(answer: APIResponse): Promise<T> {
  expect(answer.ok(), `${answer.url()} answered ${answer.status()}`).toBe(true);
  return (await answer.json()) as T;
}

/** The headers of the page's own session. */
async function asPerson(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('accessToken'));
  return { authorization: `Bearer ${token}` };
}

/** A part of the demo catalogue that can be ordered. */
export async function somePart(page: Page): Promise<Part> {
  const parts = await bodyOf<Part[]>(await page.request.get('/parts'));
  const part = parts.find(({ available, minOrderQuantity }) => available >= 3 * minOrderQuantity);
  if (!part) throw new Error('everything is sold out');
  return part;
}

/** An unpaid order of whoever is signed in. */
export async function orderSomePart(page: Page): Promise<Part & { order: string }> {
  const part = await somePart(page);
  const answer = await page.request.post('/orders', {
    headers: await asPerson(page),
    data: {
      orderedId: part._id,
      quantity: part.minOrderQuantity,
      address: '12 Harbor Street',
      phone: '2075550173',
    },
  });
  const { insertedId } = await bodyOf<{ insertedId: string }>(answer);
  return { ...part, order: insertedId };
}

/** A part of the test's own; `remove` takes it out of the catalogue again. */
export async function addPart(adminPage: Page, part: Partial<Part> = {}) {
  if (adminPage.url() === 'about:blank') await adminPage.goto('/');
  const headers = await asPerson(adminPage);
  const answer = await adminPage.request.post('/parts', {
    headers,
    data: {
      title: 'Glow Plug',
      desc: 'For cold mornings.',
      img: '/catalogue/spark-plug.svg',
      price: 12,
      minOrderQuantity: 2,
      available: 20,
      ...part,
    },
  });
  const { insertedId } = await bodyOf<{ insertedId: string }>(answer);
  return {
    id: insertedId,
    remove: () => adminPage.request.delete(`/parts/${insertedId}`, { headers }),
  };
}

export const problem = (status: number, code: string, rest: object = {}) => ({
  status,
  contentType: 'application/problem+json',
  json: { type: 'about:blank', title: code, status, code, detail: `detail of ${code}`, ...rest },
});

/** Lets one call of the sign-in service be refused with a word that the SDK makes a code of. */
export async function refuseSignIn(page: Page, call: string, word: string): Promise<void> {
  await page.route(`**/accounts:${call}*`, (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message: word } } }),
  );
}

/** Holds calls back until `letGo` is called. */
export async function holdBack(page: Page, url: string) {
  const held: Route[] = [];
  let open = false;
  await page.route(url, async (route) => {
    if (open) await route.continue();
    else held.push(route);
  });
  return {
    held,
    letGo: async () => {
      open = true;
      await Promise.all(held.map((route) => route.continue()));
    },
  };
}
