// A refund: shown to the admin, to the customer on every screen, and sent by email.
import { callAs, orderAs, payAs } from './support/calls';
import { expect, test } from './support/people';
import { expectAccessible, openRefundDialog, toast } from './support/shop';

test('an admin refunds a paid order, and its customer sees it everywhere', async ({
  newcomer,
  asAdmin: page,
}) => {
  const { order, part } = await orderAs(newcomer.page);
  await newcomer.page.goto('/dashboard');
  await expect(newcomer.page.getByText(/^Reserved for you until/)).toBeVisible();
  await payAs(newcomer.page, order);

  await page.goto('/dashboard/manageorders');
  const row = page.getByRole('row').filter({ hasText: order });
  const question = await openRefundDialog(page, row);
  await expect(question.getByRole('button', { name: 'cancel' })).toBeFocused();
  await expectAccessible(page);
  await question.getByRole('button', { name: /^Refund/ }).click();
  await expect(toast(page, 'Refund started')).toBeVisible();
  await expect(row.getByText('refunded', { exact: true })).toBeVisible();
  await expect(row.getByRole('button')).toHaveCount(0);

  await newcomer.page.reload();
  await expect(newcomer.page.getByText('Your refund is on its way')).toBeVisible();
  await expect(newcomer.page.getByRole('link', { name: /^pay/ })).toHaveCount(0);
  await expectAccessible(newcomer.page);
  await newcomer.page.goto(`/payment/${order}`);
  await expect(
    newcomer.page.getByRole('heading', { name: 'This order was refunded' }),
  ).toBeVisible();

  const mails = await callAs<{ to: string; subject: string }[]>(page, 'GET', '/outbox');
  const subjects = mails.filter(({ to }) => to === newcomer.email).map(({ subject }) => subject);
  const { number } = await callAs<{ number: string }>(newcomer.page, 'GET', `/order/${order}`);
  expect(subjects).toEqual([
    `Your refund is on its way: ${part.title} (${number})`,
    `We have received your payment: ${part.title} (${number})`,
    `Your order: ${part.title} (${number})`,
  ]);
});

test('an admin refunds one line of a shipped order and restocks its pieces', async ({
  newcomer,
  ownPart,
  asAdmin: page,
}) => {
  const part = await ownPart.add({ price: 12, minOrderQuantity: 4 });
  const { insertedId: order } = await callAs<{ insertedId: string }>(
    newcomer.page,
    'POST',
    '/orders',
    { orderedId: part._id, address: '12 Harbor Street, Portland, ME', phone: '2075550173' },
  );
  await payAs(newcomer.page, order);
  await callAs(page, 'PUT', `/ship/${order}`, { status: 'shipped' });

  await page.goto(`/dashboard/manageorders?q=${order}&open=${order}`);
  const panel = page.getByRole('complementary', { name: 'Opened order' });
  await panel.getByRole('button', { name: 'Refund' }).click();
  const dialog = page.getByRole('dialog', { name: /^Refund / });
  await dialog.getByText('Some lines', { exact: true }).click();
  await expect(dialog.getByRole('radio', { name: 'Some lines' })).toBeChecked();
  const pieces = dialog.getByLabel(`Pieces to refund of ${part.title}`);
  await pieces.fill('5');
  // Enter issues no refund, not even with an invalid number of pieces.
  await pieces.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: /^Refund/ }).click();
  await expect(dialog.getByText('pieces must be from 0 to 4')).toBeVisible();
  await expect(pieces).toBeFocused();
  await expectAccessible(page);

  await pieces.fill('2');
  await expect(dialog.getByText('$24 is refunded, and the shop keeps $24.')).toBeVisible();
  await dialog.getByLabel('Note (optional)').fill('Two were not needed');
  await dialog.getByLabel('Put the pieces back into stock').check();
  await page.setViewportSize({ width: 360, height: 800 });
  expect(
    await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
  ).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1440, height: 900 });
  const refunding = page.waitForRequest((request) =>
    request.url().endsWith(`/order/${order}/refunds`),
  );
  await dialog.getByRole('button', { name: `Refund $24 to ${newcomer.name}` }).click();
  const call = await refunding;
  expect(call.postDataJSON()).toEqual({
    lines: [{ line: 1, pieces: 2 }],
    restock: true,
    note: 'Two were not needed',
  });
  expect(call.headers()['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  await expect(toast(page, 'Refund started: $24')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Manage Orders' })).toBeFocused();

  const refunds = panel.getByRole('region', { name: 'Refunds' });
  await expect(refunds.getByText('Pieces returned')).toBeVisible();
  await expect(refunds.getByText('Note: Two were not needed')).toBeVisible();
  await expect(panel.getByText('2 of 4 refunded')).toBeVisible();
  await expectAccessible(page);
  const [movement] = await callAs<{ reason: string; pieces: number }[]>(
    page,
    'GET',
    `/parts/${part._id}/stock`,
  );
  expect(movement).toMatchObject({ reason: 'returned', pieces: 2 });
});

test('the overview lists refunds for an admin, pending ones first', async ({
  newcomer,
  asAdmin: page,
}) => {
  const { order } = await orderAs(newcomer.page);
  const transaction = await payAs(newcomer.page, order);
  await callAs(page, 'PUT', `/refund/${order}`);

  await page.goto('/dashboard');
  const refunds = page.getByRole('region', { name: 'Refunds' });
  await expect(refunds.getByText(/^\d+ pending$/)).toBeVisible();
  const row = refunds.getByRole('listitem').filter({ hasText: order });
  await expect(row.getByText('An admin refunded the order.')).toBeVisible();
  await expect(row.getByText(/^Refunded /)).toBeVisible();
  await expectAccessible(page);

  // The sandbox carries out every refund; a provider that could not would leave this state.
  await page.route('**/refunds?*', async (route) => {
    const answer = await route.fetch();
    const listed = (await answer.json()) as { order: string; doneAt?: string }[];
    const changed = listed.map((refund) =>
      refund.order === order
        ? { ...refund, doneAt: undefined, failures: 3, nextTryAt: '2099-01-01T12:00:00Z' }
        : refund,
    );
    await route.fulfill({ response: answer, json: changed });
  });
  await page.reload();
  const first = refunds.getByRole('listitem').first();
  await expect(
    first.getByText(
      `The payment provider has failed to make this refund 3 times. Please check it there: ${transaction}`,
    ),
  ).toBeVisible();
  await expect(first.getByText(/^Being retried, next at Jan 1, 2099/)).toBeVisible();
  await expect(refunds.getByText(/^[1-9]\d* pending$/)).toBeVisible();
  await expectAccessible(page);

  await first.getByRole('link', { name: `Order ${order}` }).click();
  await expect(page).toHaveURL(`/dashboard/manageorders?q=${order}`);
  await expect(
    page.getByRole('row').filter({ hasText: order }).getByText('refund has not succeeded yet'),
  ).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});
