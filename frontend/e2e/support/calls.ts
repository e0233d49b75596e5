import type { Page } from '@playwright/test';

interface Part {
  _id: string;
  title: string;
  minOrderQuantity: number;
  price: number;
}

/** Calls the shop as whoever is signed in on a page: for what a test needs, but is not about. */
export async function callAs<Answer>(
  page: Page,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  data?: object,
): Promise<Answer> {
  const { origins } = await page.context().storageState();
  const token = origins
    .flatMap(({ localStorage }) => localStorage)
    .find(({ name }) => name === 'accessToken')?.value;
  const answer = await page.request.fetch(path, {
    method,
    data,
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** Places an order for the least of the catalogue's first part. */
export async function orderAs(page: Page): Promise<{ id: string; part: Part }> {
  const [part] = await callAs<Part[]>(page, 'GET', '/parts?limit=1');
  if (!part) throw new Error('the shop has no parts');
  const { insertedId } = await callAs<{ insertedId: string }>(page, 'POST', '/orders', {
    orderedId: part._id,
    address: '12 Harbor Street, Portland, ME',
    phone: '2075550173',
  });
  return { id: insertedId, part };
}

/** Pays an order with a good card at the sandbox; answers with the transaction's id. */
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

/** Adds a part nobody else looks at; whoever adds one takes it away again. */
export async function addPartAs(page: Page, title: string): Promise<string> {
  const { insertedId } = await callAs<{ insertedId: string }>(page, 'POST', '/parts', {
    title,
    desc: 'Made for a test.',
    img: '/catalogue/oil-filter.svg',
    minOrderQuantity: 2,
    available: 50,
    price: 1234.5,
  });
  return insertedId;
}
