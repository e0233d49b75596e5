import { orderAs, payAs } from './support/calls';
import { expect, test } from './support/people';
import { expectAccessible, freshEmail } from './support/shop';

test('the admin’s overview links to pending work', async ({ asAdmin: page, newcomer, request }) => {
  const { order: id } = await orderAs(newcomer.page);
  await payAs(newcomer.page, id);
  const email = freshEmail('reader');
  const message = `More radiators for ${email}, please.`;
  await request.post('/feedback', { data: { message } });
  await request.post('/newsletter', { data: { email } });
  await page.goto('/dashboard');
  const section = (name: string) => page.getByRole('region', { name });
  await expect(section('Newest feedback').getByText(message)).toBeVisible();
  await expect(section('Newest emails').getByText(/^No mail server is configured/)).toBeVisible();
  await expect(section('Newsletter').getByText(email)).toBeVisible();
  const invitation = section('Newest emails').getByRole('listitem').filter({ hasText: email });
  await invitation.getByText(/^Confirm your email/).click();
  const text = invitation.getByRole('paragraph');
  await expect(text).toBeVisible();
  // The email's line breaks are shown.
  expect((await text.innerText()).split('\n').length).toBeGreaterThan(3);
  await expect(text.getByRole('link', { name: /\/coupon#token=/ })).toHaveAttribute(
    'rel',
    'noopener',
  );
  await expect(section('Running low')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: /^[1-9]\d* orders? to ship$/ }).click();
  await expect(page).toHaveURL('/dashboard/manageorders?show=to-ship');
  await expect(page.getByRole('link', { name: /^To ship/ })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(page.getByRole('row').filter({ hasText: id })).toBeVisible();
});

test('a failed section of the overview does not affect the others', async ({ asAdmin: page }) => {
  const isOfNewest = ({ pathname, searchParams }: URL) =>
    pathname === '/outbox' && !searchParams.has('state');
  await page.route(isOfNewest, (route) => route.abort(), { times: 1 });
  await page.goto('/dashboard');
  const emails = page.getByRole('region', { name: 'Newest emails' });
  await emails.getByRole('button', { name: 'Try again' }).click();
  await expect(emails.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Running low' })).toBeVisible();
});
