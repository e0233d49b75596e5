import { problem } from '../support/answers';
import { callAs, type Part } from '../support/calls';
import { expect, test } from '../support/people';
import { expectAccessible, toast } from '../support/shop';

test('spec 5: review', async ({ newcomer: { page, email } }) => {
  await page.goto('/dashboard/review');
  const opinion = page.getByLabel('Your opinion');
  const submit = page.getByRole('button', { name: 'Submit' });
  const rate = (stars: string) => page.locator('.rating label').filter({ hasText: stars }).click();

  await test.step('a rating is required: by toast, and in the page', async () => {
    await opinion.fill('Good parts.');
    await submit.click();
    await expect(toast(page, 'please rate us before submitting')).toBeVisible();
    await expect(
      page.getByRole('radiogroup').getByText('please rate us before submitting'),
    ).toBeVisible();
    await expect(page.getByRole('radio', { name: '1 star' })).toBeFocused();
    await expectAccessible(page);
  });

  await test.step('stars can be chosen with the keyboard, and are large enough to hit', async () => {
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('radio', { name: '3 stars' })).toBeChecked();
    await expect(page.getByText('3 of 5')).toBeVisible();
    const box = await page.locator('.rating label').first().boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  });

  await test.step('the opinion is required', async () => {
    await opinion.fill('');
    await submit.click();
    await expect(page.getByText('your opinion is required')).toBeVisible();
    await expect(opinion).toBeFocused();
  });

  await test.step('a text survives the session ending while it is sent', async () => {
    await rate('2 stars');
    await opinion.fill('A long text about bolts.');
    await page.route('**/reviews', (route) => route.fulfill(problem(401, 'unauthenticated')));
    await submit.click();
    await expect(page).toHaveURL('/signin');
    await page.unrouteAll();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('garage-1');
    await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();

    await expect(page).toHaveURL('/dashboard/review');
    await expect(page.getByText('Your unsent draft was restored.')).toBeVisible();
    await expect(opinion).toHaveValue('A long text about bolts.');
    await expect(page.getByRole('radio', { name: '2 stars' })).toBeChecked();
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await expect(opinion).toHaveValue('');
  });

  await test.step('is accepted once a day; a second text stays in the form', async () => {
    const write = async (text: string) => {
      await rate('4 stars');
      await opinion.fill(text);
      await submit.click();
    };
    await write('Quick delivery.');
    await expect(toast(page, 'successfully reviewed')).toBeVisible();
    await expect(opinion).toHaveValue('');
    await write('And once more.');
    await expect(page.getByText(/^You have already reviewed us today/)).toBeVisible();
    await expect(opinion).toHaveValue('And once more.');
    await expectAccessible(page);
  });
});

test('spec 5: Add Product', async ({ asAdmin: page, ownPart }) => {
  await page.goto('/dashboard/addproduct');
  const add = page.getByRole('button', { name: 'Add Product' });
  const numbers = ['Price in $', 'Minimum order', 'Available pieces'];

  await test.step('all six fields are required', async () => {
    await add.click();
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

  await test.step('price, minimum order and available are numbers', async () => {
    for (const label of numbers) {
      await expect(page.getByLabel(label)).toHaveAttribute('type', 'number');
      await page.getByLabel(label).pressSequentially('1e3');
    }
    await add.click();
    await expect(page.getByText('price must be a number')).toBeVisible();
    await expect(page.getByText('minimum order must be a number')).toBeVisible();
    await expect(page.getByText('available quantity must be a number')).toBeVisible();
  });

  const title = `Fuel rail ${Date.now()}`;
  await test.step('shows the card while typing, and reports a picture that does not load', async () => {
    const preview = page.getByRole('region', { name: 'Preview' });
    await expect(preview.getByText('The picture appears here.')).toBeVisible();
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Image').fill('/catalogue/no-such-picture.svg');
    await expect(preview.getByText(/^This picture does not load/)).toBeVisible();
    await expectAccessible(page);
    await page.getByLabel('Image').fill('/catalogue/fuel-pump.svg');
    await expect(preview.getByRole('img', { name: title })).toBeVisible();
  });

  await test.step('server errors are shown under the field', async () => {
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
    await page.getByLabel('Description').fill('Steel, four injectors.');
    await page.getByLabel('Price in $').fill('119.90');
    await page.getByLabel('Minimum order').fill('9');
    await page.getByLabel('Available pieces').fill('40');
    await add.click();
    await expect(page.getByText('minimum order must be from 1 to 5')).toBeVisible();
    await expect(page.getByLabel('Minimum order')).toBeFocused();
    await expect(page.getByLabel('Title')).toHaveValue(title);
    await page.unrouteAll();
  });

  await test.step('the product is in the shop, and the form is empty again', async () => {
    await page.getByLabel('Minimum order').fill('2');
    await add.click();
    await expect(toast(page, 'Product added')).toBeVisible();
    const link = page.getByRole('link', { name: title });
    await expect(link).toHaveAttribute('href', /^\/shop\/[\da-f-]{36}$/);
    await expect(page.getByLabel('Title')).toHaveValue('');
    const id = (await link.getAttribute('href'))?.replace('/shop/', '') ?? '';
    ownPart.removeLater(id);
    const part = await callAs<Part>(page, 'GET', `/parts/${id}`);
    expect(part).toMatchObject({ title, price: 119.9, minOrderQuantity: 2, available: 40 });
  });
});
