import { expect, test } from './support/people';
import { expectAccessible } from './support/shop';

const at = '2026-03-07T12:30:00Z';

test('the admin’s overview leads to what waits', async ({ asAdmin: page }) => {
  await page.route('**/feedback?*', (route) =>
    route.fulfill({ json: [{ _id: '1', message: 'More radiators, please.', createdAt: at }] }),
  );
  await page.route('**/newsletter?*', (route) =>
    route.fulfill({
      json: [{ _id: '1', email: 'reader@garage.example', state: 'confirmed', createdAt: at }],
    }),
  );
  await page.route('**/outbox?*', (route) =>
    route.fulfill({
      json: [
        {
          _id: '1',
          to: 'reader@garage.example',
          subject: 'Your coupon',
          text: 'It is worth $50.',
          createdAt: at,
        },
      ],
    }),
  );
  await page.goto('/dashboard');
  const part = (name: string) => page.getByRole('region', { name });
  await expect(part('Newest feedback').getByText('More radiators, please.')).toBeVisible();
  await expect(part('Newsletter').getByText('1 confirmed')).toBeVisible();
  await part('Newest mails').getByText('Your coupon').click();
  await expect(part('Newest mails').getByText('It is worth $50.')).toBeVisible();
  await expect(part('Running low')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: /^\d+ to ship$/ }).click();
  await expect(page).toHaveURL('/dashboard/manageorders?show=to-ship');
  await expect(page.getByRole('link', { name: /^To ship/ })).toHaveAttribute(
    'aria-current',
    'true',
  );
});

test('one part of the overview fails without the others', async ({ asAdmin: page }) => {
  await page.route('**/outbox?*', (route) => route.abort(), { times: 1 });
  await page.goto('/dashboard');
  const mails = page.getByRole('region', { name: 'Newest mails' });
  await mails.getByRole('button', { name: 'Try again' }).click();
  await expect(mails.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^\d+ unpaid$/ })).toBeVisible();
});
