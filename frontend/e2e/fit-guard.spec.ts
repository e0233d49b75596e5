// Safeguards against ordering a part that does not fit by mistake.
import { callAs } from './support/calls';
import { CIVIC, listFor } from './support/fitment';
import { expect, test } from './support/people';
import { expectAccessible, fillDestination } from './support/shop';

const years = { from: 2016, to: 2021 };
const AGREE = 'I know that it is not listed for my car';

/** A garage as the browser stores it. */
const garageOf = (vehicles: unknown, chosen: unknown) => JSON.stringify({ vehicles, chosen });
const WITH_CIVIC = garageOf([{ id: CIVIC.id, car: CIVIC.car, engine: CIVIC.engine }], CIVIC.id);

test('fitment that changes during checkout has to be confirmed again on its line', async ({
  newcomer: { page },
  asAdmin,
  ownPart,
}) => {
  const part = await ownPart.add({ title: 'Guarded pads', minOrderQuantity: 1 });
  await listFor(asAdmin, part, 'honda/civic', [years]);
  const query = new URLSearchParams({ part: part._id, quantity: '1', vehicle: CIVIC.id });
  await page.goto(`/checkout?${query}`);
  await expect(page.getByText(`Fits your ${CIVIC.car}`)).toBeVisible();
  // The last automatic request for prices and fitment.
  const priced = page.waitForResponse(
    (answer) =>
      answer.url().endsWith('/quotes') && (answer.request().postData() ?? '').includes('"ME"'),
  );
  await fillDestination(page);
  await priced;

  await listFor(asAdmin, part, 'honda/civic', []);
  await listFor(asAdmin, part, 'honda/accord', [{ from: 2018, to: 2022 }]);
  const order = page.getByRole('button', { name: 'PLACE ORDER' });
  await order.click();
  await expect(page.getByText(`Doesn't fit your ${CIVIC.car}`)).toBeVisible();
  await expect(order).toBeDisabled();
  await expectAccessible(page);
  await page.getByRole('checkbox', { name: AGREE }).check();
  await order.click();
  await expect(page.getByRole('link', { name: 'Pay now' })).toBeFocused();
});

test('the order form of a part asks about the selected car, or proceeds without one', async ({
  newcomer: { page },
  asAdmin,
  ownPart,
}) => {
  const part = await ownPart.add({ title: 'Guarded filter', minOrderQuantity: 1 });
  await listFor(asAdmin, part, 'honda/accord', [{ from: 2018, to: 2022 }]);
  await page.goto(`/purchase/${part._id}?vehicle=${encodeURIComponent(CIVIC.id)}`);
  await page.getByLabel('Address').fill('12 Harbor Street, Portland, ME');
  await page.getByLabel('Phone').fill('2075550173');
  await page.getByLabel('Quantity').fill('1');
  await expect(page.getByText(`Doesn't fit your ${CIVIC.car}`)).toBeVisible();
  await page.getByRole('button', { name: 'PLACE ORDER' }).click();
  await expect(page.getByText('Tick what applies, or order without a car.')).toBeVisible();
  const tick = page.getByRole('checkbox', { name: AGREE });
  await expect(tick).toBeFocused();
  await expectAccessible(page);
  await tick.check();
  await page.getByRole('button', { name: 'PLACE ORDER' }).click();
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(page.getByText('You confirmed that it is not listed for this car.')).toBeVisible();

  await page.goto(`/purchase/${part._id}?vehicle=${encodeURIComponent(CIVIC.id)}`);
  await page.getByRole('button', { name: /^Order without a car/ }).click();
  await page.getByLabel('Address').fill('12 Harbor Street, Portland, ME');
  await page.getByLabel('Phone').fill('2075550173');
  await page.getByLabel('Quantity').fill('1');
  await page.getByRole('button', { name: 'PLACE ORDER' }).click();
  await page.getByRole('link', { name: 'See your order' }).click();
  await expect(page.locator('.order-lines').getByText('Guarded filter')).toBeVisible();
  await expect(page.getByText(`For ${CIVIC.name}`)).toBeHidden();
});

test('an unknown car is reported and can be removed', async ({ page, ownPart }) => {
  const part = await ownPart.add({ title: 'Guarded disc', minOrderQuantity: 1 });
  for (const vehicle of [
    '2018/honda/no-such-car',
    '0/honda/civic',
    '99999/a/b',
    '../x',
    '2018/ford/civic',
  ]) {
    await page.goto(`/shop?vehicle=${encodeURIComponent(vehicle)}`);
    await expect(page.getByText('This car is not in our list')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Purchase/ }).first()).toBeVisible();
  }
  await expectAccessible(page);

  // A car that was renamed, in the browser and in the cart.
  const renamed = '2018/honda/renamed';
  await page.evaluate(
    ([garage, cart]) => {
      localStorage.setItem('garage', garage ?? '');
      localStorage.setItem('cart', cart ?? '');
    },
    [
      garageOf([{ id: renamed }], renamed),
      JSON.stringify([{ part: part._id, quantity: 1, vehicle: renamed }]),
    ],
  );
  await page.goto(`/shop/${part._id}`);
  await expect(page.getByText(/We no longer list the 2018 Honda Renamed/)).toBeVisible();
  await expectAccessible(page);
  await page.goto('/cart');
  await expect(page.getByText('We no longer list the car chosen for this part.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Without a car/ }).click();
  await expect(page.getByText('We no longer list the car chosen for this part.')).toBeHidden();
});

const STORAGE: [string, string][] = [
  ['damaged', '{"vehicles":[{"id":"2018/honda'],
  ['no garage', '[null,1,{"chosen":{}}]'],
  [
    'of a thousand cars',
    garageOf(
      Array.from({ length: 1000 }, (_, at) => ({ id: `${1950 + (at % 70)}/make-${at}/model` })),
      '1950/make-0/model',
    ),
  ],
];
test('the shop opens with corrupt storage and without storage', async ({ page }) => {
  const broken: string[] = [];
  page.on('pageerror', (error) => broken.push(error.message));
  await page.goto('/signin');
  for (const [what, text] of STORAGE) {
    await test.step(`a garage that is ${what}`, async () => {
      await page.evaluate((kept) => {
        localStorage.setItem('garage', kept);
      }, text);
      await page.goto('/');
      await expect(page.getByRole('link', { name: /^Purchase/ }).first()).toBeVisible();
    });
  }

  await test.step('no storage at all', async () => {
    await page.addInitScript(() => {
      for (const name of ['getItem', 'setItem', 'removeItem']) {
        Object.defineProperty(Storage.prototype, name, {
          value: () => {
            throw new DOMException('refused', 'SecurityError');
          },
        });
      }
    });
    await page.goto('/');
    await expect(page.getByRole('link', { name: /^Purchase/ }).first()).toBeVisible();
  });
  expect(broken).toEqual([]);
});

test('two tabs stay in sync, and each cart line keeps its own car', async ({
  page,
  context,
  asAdmin,
  ownPart,
}) => {
  const part = await ownPart.add({ title: 'Guarded caliper', minOrderQuantity: 1 });
  await listFor(asAdmin, part, 'honda/civic', [years]);
  await page.goto('/');
  await page.evaluate((garage) => {
    localStorage.setItem('garage', garage);
  }, WITH_CIVIC);
  await page.goto(`/shop/${part._id}`);
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();

  const other = await context.newPage();
  await other.goto('/cart');
  await expect(other.getByText(`Fits your ${CIVIC.car}`)).toBeVisible();
  await other.getByRole('button', { name: 'Stop filtering by car' }).click();
  // The other tab has no car either; the line keeps its own.
  await expect(page.getByText('Does it fit your car?')).toBeVisible();
  await expect(other.getByText(`Fits your ${CIVIC.car}`)).toBeVisible();
  await page.getByRole('button', { name: 'Add to cart', exact: true }).click();
  await expect(other.getByRole('listitem', { name: 'Guarded caliper' })).toHaveCount(2);
  const { lines } = await callAs<{ lines: { fit?: unknown }[] }>(page, 'POST', '/quotes', {
    lines: [
      { part: part._id, quantity: 1, vehicle: CIVIC.id },
      { part: part._id, quantity: 1 },
    ],
  });
  expect(lines.map(({ fit }) => fit !== undefined)).toEqual([true, false]);
});
