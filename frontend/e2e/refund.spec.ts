// Money that goes back: told to the admin, to the customer on every screen, and by mail.
import { callAs, orderAs, payAs } from './support/calls';
import { expect, test } from './support/people';
import { expectAccessible, toast } from './support/shop';

test('an admin gives the money of a paid order back, and its customer reads so everywhere', async ({
  newcomer,
  asAdmin: page,
}) => {
  const { order, part } = await orderAs(newcomer.page);
  await newcomer.page.goto('/dashboard');
  await expect(newcomer.page.getByText(/^Kept for you until/)).toBeVisible();
  await payAs(newcomer.page, order);

  await page.goto('/dashboard/manageorders');
  const row = page.getByRole('row').filter({ hasText: order });
  page.once('dialog', (dialog) => void dialog.accept());
  await row.getByRole('button', { name: /^Refund/ }).click();
  await expect(toast(page, 'Money is on its way back')).toBeVisible();
  await expect(row.getByText('refunded', { exact: true })).toBeVisible();
  await expect(row.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);

  await newcomer.page.reload();
  await expect(newcomer.page.getByText('The money was given back to your card')).toBeVisible();
  await expect(newcomer.page.getByRole('link', { name: /^pay/ })).toHaveCount(0);
  await expectAccessible(newcomer.page);
  await newcomer.page.goto(`/payment/${order}`);
  await expect(
    newcomer.page.getByRole('heading', { name: 'This order was refunded' }),
  ).toBeVisible();

  const mails = await callAs<{ to: string; subject: string }[]>(page, 'GET', '/outbox');
  const subjects = mails.filter(({ to }) => to === newcomer.email).map(({ subject }) => subject);
  expect(subjects).toEqual([
    `Your money is on its way back: ${part.title}`,
    `We have received your payment: ${part.title}`,
    `Your order: ${part.title}`,
  ]);
});
