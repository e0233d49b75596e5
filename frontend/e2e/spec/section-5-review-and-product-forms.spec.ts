import { problem } from '../support/answers';
import { callAs, type Part } from '../support/calls';
import { expect, test } from '../support/people';
import { customer, expectAccessible, toast } from '../support/shop';

test.describe('spec 5: review', () => {
  test('a rating is required: by toast, and in the page', async ({ asCustomer: page }) => {
    await page.goto('/dashboard/review');
    await page.getByLabel('Your opinion').fill('Good parts.');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(toast(page, 'please rate us before submitting')).toBeVisible();
    await expect(
      page.getByRole('radiogroup').getByText('please rate us before submitting'),
    ).toBeVisible();
    await expect(page.getByRole('radio', { name: '1 star' })).toBeFocused();
    await expectAccessible(page);
  });

  test('the opinion is required', async ({ asCustomer: page }) => {
    await page.goto('/dashboard/review');
    await page.locator('.rating label').filter({ hasText: '5 stars' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('your opinion is required')).toBeVisible();
    await expect(page.getByLabel('Your opinion')).toBeFocused();
    await expect(page.locator('.Toastify__toast')).toHaveCount(0);
  });

  test('stars can be chosen with the keyboard, and are large enough to hit', async ({
    asCustomer: page,
  }) => {
    await page.goto('/dashboard/review');
    await page.getByRole('radio', { name: '1 star' }).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked();
    await expect(page.getByText('3 of 5')).toBeVisible();
    const star = page.locator('.rating label').first();
    const box = await star.boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  });

  test('is taken once a day; the second text stays in the form', async ({ newcomer: { page } }) => {
    await page.goto('/dashboard/review');
    const write = async (text: string) => {
      await page.locator('.rating label').filter({ hasText: '4 stars' }).click();
      await page.getByLabel('Your opinion').fill(text);
      await page.getByRole('button', { name: 'Submit' }).click();
    };
    await write('Quick delivery.');
    await expect(toast(page, 'successfully reviewed')).toBeVisible();
    await expect(page.getByLabel('Your opinion')).toHaveValue('');
    await write('And once more.');
    await expect(page.getByText(/^You have already reviewed us today/)).toBeVisible();
    await expect(page.getByLabel('Your opinion')).toHaveValue('And once more.');
    await expectAccessible(page);
  });

  test('a text outlives the session that ends while it is sent', async ({ asCustomer: page }) => {
    await page.goto('/dashboard/review');
    await page.locator('.rating label').filter({ hasText: '2 stars' }).click();
    await page.getByLabel('Your opinion').fill('A long text about bolts.');
    await page.route('**/reviews', (route) => route.fulfill(problem(401, 'unauthenticated')));
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page).toHaveURL('/signin');
    await page.getByLabel('Email').fill(customer.email);
    await page.getByLabel('Password').fill(customer.password);
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();

    await expect(page).toHaveURL('/dashboard/review');
    await expect(page.getByText('Your unsent draft was restored.')).toBeVisible();
    await expect(page.getByLabel('Your opinion')).toHaveValue('A long text about bolts.');
    await expect(page.getByRole('radio', { name: '2 stars' })).toBeChecked();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(page.getByLabel('Your opinion')).toHaveValue('');
  });
});

test.describe('spec 5: Add Product', () => {
  test('all six fields are required', async ({ asAdmin: page }) => {
    await page.goto('/dashboard/addproduct');
    await page.getByRole('button', { name: 'Add Product' }).click();
    await expect(page.locator('.field .error')).toHaveText([
      'title is required',
      'description is required',
      'image is required',
      'price is required',
      'minimum order is required',
      'available quantity is required',
    ]);
    await expect(page.getByLabel('Title')).toBeFocused();
    await expectAccessible(page);
  });

  test('price, minimum order and available are numbers', async ({ asAdmin: page }) => {
    await page.goto('/dashboard/addproduct');
    for (const label of ['Price in $', 'Minimum order', 'Available pieces']) {
      await expect(page.getByLabel(label)).toHaveAttribute('type', 'number');
      await page.getByLabel(label).pressSequentially('1e3');
    }
    await page.getByRole('button', { name: 'Add Product' }).click();
    await expect(page.getByText('price must be a number')).toBeVisible();
    await expect(page.getByText('minimum order must be a number')).toBeVisible();
    await expect(page.getByText('available quantity must be a number')).toBeVisible();
  });

  test('shows the card while typing, and tells when its picture does not load', async ({
    asAdmin: page,
  }) => {
    await page.goto('/dashboard/addproduct');
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('The picture appears here.')).toBeVisible();
    await page.getByLabel('Title').fill('Fuel rail');
    await page.getByLabel('Image').fill('/catalogue/fuel-pump.svg');
    await expect(preview.getByRole('img', { name: 'Fuel rail' })).toBeVisible();
    await page.getByLabel('Image').fill('/catalogue/no-such-picture.svg');
    await expect(preview.getByText(/^This picture does not load/)).toBeVisible();
    await expectAccessible(page);
  });

  test('the product is in the shop, and the form is empty again', async ({
    asAdmin: page,
    ownPart,
  }) => {
    await page.goto('/dashboard/addproduct');
    const title = `Fuel rail ${Date.now()}`;
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Description').fill('Steel, four injectors.');
    await page.getByLabel('Image').fill('/catalogue/fuel-pump.svg');
    await page.getByLabel('Price in $').fill('119.90');
    await page.getByLabel('Minimum order').fill('2');
    await page.getByLabel('Available pieces').fill('40');
    await page.getByRole('button', { name: 'Add Product' }).click();
    await expect(toast(page, 'Product added')).toBeVisible();
    const link = page.getByRole('link', { name: title });
    await expect(link).toHaveAttribute('href', /^\/shop\/[\da-f-]{36}$/);
    await expect(page.getByLabel('Title')).toHaveValue('');
    const id = (await link.getAttribute('href'))?.replace('/shop/', '') ?? '';
    ownPart.removeLater(id);
    const part = await callAs<Part>(page, 'GET', `/parts/${id}`);
    expect(part).toMatchObject({ title, price: 119.9, minOrderQuantity: 2, available: 40 });
  });

  test('what the server refuses is told under the field', async ({ asAdmin: page }) => {
    await page.route('**/parts', (route) =>
      route.fulfill(
        problem(422, 'invalid_fields', {
          fields: [
            {
              field: 'minOrderQuantity',
              code: 'out_of_range',
              message: 'minOrderQuantity must be from 1 to 5',
            },
          ],
        }),
      ),
    );
    await page.goto('/dashboard/addproduct');
    await page.getByLabel('Title').fill('Fuel rail');
    await page.getByLabel('Description').fill('Steel.');
    await page.getByLabel('Image').fill('/catalogue/fuel-pump.svg');
    await page.getByLabel('Price in $').fill('1');
    await page.getByLabel('Minimum order').fill('9');
    await page.getByLabel('Available pieces').fill('40');
    await page.getByRole('button', { name: 'Add Product' }).click();
    await expect(page.getByText('minimum order must be from 1 to 5')).toBeVisible();
    await expect(page.getByLabel('Minimum order')).toBeFocused();
    await expect(page.getByLabel('Title')).toHaveValue('Fuel rail');
  });
});
