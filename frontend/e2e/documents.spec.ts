// Invoices and credit notes: opened from the order, numbered once, and fit for printing.
import type { BillingDocument } from '../src/api/contract/generated-types';
import { callAs, payAs } from './support/calls';
import { expect, test } from './support/people';
import { expectAccessible } from './support/shop';

test('a customer prints the invoice and the credit note of an order', async ({
  newcomer: { page },
  ownPart,
  asAdmin,
}) => {
  const disc = await ownPart.add({ title: 'Billed disc', price: 30, minOrderQuantity: 2 });
  const { insertedId: order } = await callAs<{ insertedId: string }>(page, 'POST', '/checkouts', {
    lines: [{ part: disc._id, quantity: 2 }],
    destination: {
      recipient: 'Gina Guest',
      line1: '12 Harbor Street',
      city: 'Portland',
      region: 'ME',
      postalCode: '04101',
      country: 'US',
    },
    phone: '2075550173',
    totalPrice: 60,
  });
  await payAs(page, order);

  await test.step('the invoice shows its number and the total', async () => {
    await page.goto(`/dashboard/orders/${order}`);
    await page.getByRole('link', { name: 'Invoice' }).click();
    await expect(page).toHaveURL(`/dashboard/orders/${order}/documents`);
    const invoice = page.getByRole('article', { name: /^Invoice INV-\d{6}$/ });
    await expect(invoice.getByText('12 Harbor Street')).toBeVisible();
    await expect(invoice.getByText('Total').locator('..')).toContainText('$60');
    await expectAccessible(page);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByRole('navigation').first()).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('a refund adds a credit note, and the invoice stays', async () => {
    const before = await callAs<BillingDocument[]>(page, 'GET', `/order/${order}/documents`);
    await callAs(asAdmin, 'POST', `/order/${order}/refunds`, { amount: 12.5 });
    await asAdmin.goto(`/dashboard/orders/${order}`);
    await asAdmin.getByRole('link', { name: 'Invoice' }).click();
    await asAdmin.getByRole('link', { name: /^Credit note CN-\d{6}$/ }).click();
    const creditNote = asAdmin.getByRole('article', { name: /^Credit note CN-\d{6}$/ });
    await expect(creditNote.getByText(before[0]?.number ?? '')).toBeVisible();
    await expect(creditNote.getByText('Refunded').locator('..')).toContainText('$12.50');
    await expectAccessible(asAdmin);
    const after = await callAs<BillingDocument[]>(page, 'GET', `/order/${order}/documents`);
    expect(after).toEqual([
      ...before,
      expect.objectContaining({ kind: 'credit_note', amount: 12.5 }),
    ]);
  });
});
