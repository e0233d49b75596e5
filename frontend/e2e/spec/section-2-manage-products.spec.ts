import { expect, test } from '../support/people';
import { expectAccessible, toast } from '../support/shop';

test('spec 2: Manage Products', async ({ asAdmin: page, ownPart }) => {
  const title = `Gasket ${Date.now()}`;
  const { _id } = await ownPart.add({ title });
  const catalogue = page.waitForResponse('**/parts/records?*');
  await page.goto('/dashboard/manageproducts');

  await test.step('shows image, title, price and available pieces of every part', async () => {
    const { products: parts } = (await (await catalogue).json()) as {
      products: { title: string; img: string }[];
    };
    await expect(page.getByRole('columnheader')).toHaveText([
      // Shown next to the checkbox on phones, hidden where the table has columns.
      'Select all on this page',
      'Image',
      'Title',
      'Price',
      'Available pieces',
      'Actions',
    ]);
    await expect(page.getByRole('row')).toHaveCount(parts.length + 1);
    const row = page.getByRole('row').nth(1);
    await expect(row.getByRole('img')).toHaveAttribute('src', parts[0]?.img ?? '');
    await expect(row.getByRole('cell').nth(2)).toContainText(parts[0]?.title ?? '');
    await expect(row.getByRole('cell').nth(3)).toHaveText(/^\$/);
    await expect(row.getByRole('cell').nth(4)).toHaveText(/^[\d,]+/);
  });

  await test.step('Delete asks in a modal before the part leaves the shop', async () => {
    const remove = page.getByRole('button', { name: `Delete ${title}` });
    await remove.click();
    const modal = page.getByRole('dialog', { name: 'Are you sure you want to delete?' });
    await expect(modal).toContainText(title);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(modal).toBeHidden();
    await expect(remove).toBeFocused();

    await remove.click();
    const deleting = page.waitForRequest((request) => request.method() === 'DELETE');
    await modal.getByRole('button', { name: 'Delete' }).click();
    const request = await deleting;
    expect(new URL(request.url()).pathname).toBe(`/parts/${_id}`);
    expect(request.postData()).toBeNull();
    await expect(toast(page, 'successfully delete the product')).toBeVisible();
    await expect(remove).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Manage Products' })).toBeFocused();
  });

  await test.step('products that do not load can be retried', async () => {
    await page.route('**/parts/records?*', (route) => route.abort(), { times: 1 });
    await page.reload();
    await expect(page.getByRole('heading', { name: 'The products did not load' })).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('table')).toBeVisible();
  });

  await test.step('an empty shop leads to Add Product', async () => {
    await page.route('**/parts/records?*', (route) => route.fulfill({ json: { products: [] } }));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'No products yet' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Add Product' }).last().click();
    await expect(page).toHaveURL('/dashboard/addproduct');
  });
});
