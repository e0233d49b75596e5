import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Vehicle, Verdict } from '../../api/contract/generated-types';
import { vehicleChosen } from '../../lib/vehicle/vehicle-slice';
import { aPart, aSearchPage, aVerdict, CIVIC, someFacets } from '../../testing/fixtures';
import { json, problem, renderScreen, serve, testStore } from '../../testing/test-shop';
import { AutoParts } from './auto-parts';
import { ShopPage } from './shop-page';

const FORD = { id: '2016/ford/f-150', car: '2016 Ford F-150' };
const PAGE = 24;
const FOR_CIVIC = new URLSearchParams({ vehicle: CIVIC.id }).toString();
const BRAND = { _id: 'orvant', name: 'Orvant', count: 2 };

const parts = (count: number) =>
  Array.from({ length: count }, (_, at) => aPart({ _id: `part-${at}`, title: `Washer M${at}` }));

interface Shop {
  /** The total number of results. */
  total?: number;
  /** The visitor's current car. */
  own?: { id: string; car: string };
  names?: Vehicle[];
  fits?: (part: string) => Verdict;
  failing?: boolean;
}

/** Opens `at`, in a shop that gives the verdicts of `fits`. */
function open(
  at: string,
  { total = 2, own, names = [CIVIC], fits = (part) => aVerdict({ part }), failing }: Shop = {},
) {
  const found = parts(total);
  const calls = serve(({ path, query }) => {
    switch (path) {
      case '/search': {
        const from = Number(query.get('after') ?? 0);
        const page = found.slice(from, from + PAGE);
        const facets = someFacets({ brands: [BRAND] });
        const rest = from + PAGE < total ? { after: String(from + PAGE) } : {};
        return json(aSearchPage({ parts: page, total, facets, ...rest }));
      }
      case '/fits':
        if (failing) return problem(503, 'unavailable');
        return json({ vehicle: CIVIC, verdicts: (query.get('parts') ?? '').split(',').map(fits) });
      case '/vehicles/names':
        return json(names);
      case '/parts':
        return json(found);
      default:
        return json([]);
    }
  });
  const store = testStore();
  if (own) store.dispatch(vehicleChosen(own));
  const shop = (
    <ShopPage
      bar={({ addressFor, shown }) => (
        <>
          <a href={addressFor(FORD.id)}>Parts for the Ford</a>
          {shown && <a href={shown.allParts}>Show all parts</a>}
        </>
      )}
    />
  );
  const isHome = at === '/';
  renderScreen(isHome ? <AutoParts /> : shop, { path: isHome ? '/' : '/shop', at, store });
  const asked = (path: string) => calls.filter((call) => call.path === path);
  return {
    store,
    searches: () => asked('/search').map(({ query }) => query.toString()),
    fitsOf: () => asked('/fits').map(({ query }) => query.get('vehicle')),
    partsAskedAbout: () => asked('/fits').map(({ query }) => query.get('parts')?.split(',').length),
  };
}

const cardOf = async (title: string) => {
  const card = (await screen.findByRole('link', { name: title })).closest('li');
  if (!card) throw new Error(`${title} is on no card`);
  return within(card);
};
const applied = () => within(screen.getByRole('group', { name: 'Applied filters' }));

describe('fitment on part cards', () => {
  it('is requested once for a page of cards', async () => {
    const { partsAskedAbout, fitsOf } = open('/shop', { total: 30, own: FORD });
    expect(await screen.findAllByText('Fits')).toHaveLength(PAGE);
    expect(partsAskedAbout()).toEqual([PAGE]);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    await expect.poll(() => screen.getAllByText('Fits')).toHaveLength(30);
    expect(partsAskedAbout()).toEqual([PAGE, 6]);
    expect(fitsOf()).toEqual([FORD.id, FORD.id]);
  });

  it('is requested once for the cards of home', async () => {
    const { partsAskedAbout } = open('/', { total: 6, own: FORD });
    expect(await screen.findAllByText('Fits')).toHaveLength(6);
    expect(partsAskedAbout()).toEqual([6]);
  });

  it('is not requested without a car', async () => {
    const { partsAskedAbout } = open('/shop');
    await screen.findByRole('link', { name: 'Washer M0' });
    expect(partsAskedAbout()).toEqual([]);
  });

  it('is shown in words, and omitted when unknown', async () => {
    const words = ['fits_if', 'does_not_fit', 'universal', 'unknown'] as const;
    open('/shop', {
      total: 4,
      own: FORD,
      fits: (part) => aVerdict({ part, verdict: words[Number(part.split('-')[1])] }),
    });
    expect(await (await cardOf('Washer M0')).findByText('Check fit')).toBeVisible();
    expect((await cardOf('Washer M1')).getByText("Doesn't fit")).toBeVisible();
    expect((await cardOf('Washer M2')).getByText('Universal')).toBeVisible();
    expect((await cardOf('Washer M3')).queryByText(/fit|unknown/i)).toBeNull();
  });

  it('is omitted when it does not load, and the parts are shown', async () => {
    const { partsAskedAbout } = open('/shop', { own: FORD, failing: true });
    const card = await cardOf('Washer M0');
    await expect.poll(partsAskedAbout).toEqual([2]);
    expect(card.queryByText(/fit/i)).toBeNull();
  });
});

describe('a shop with a car', () => {
  it('finds and counts only parts that may fit it, regardless of the visitor’s own car', async () => {
    const { searches, fitsOf } = open(`/shop?${FOR_CIVIC}`, { own: FORD });
    expect(await screen.findAllByText('Fits')).toHaveLength(2);
    expect(searches()).toEqual([`${FOR_CIVIC}&sort=newest&limit=24`]);
    expect(fitsOf()).toEqual([CIVIC.id]);
    await userEvent.click(screen.getByLabelText(/^Orvant/));
    await expect
      .poll(() => searches().at(-1))
      .toBe(`${FOR_CIVIC}&brand=orvant&sort=newest&limit=24`);
    expect(document.title).toBe('Parts for 2018 Honda Civic | Autoparts');
  });

  it('adds a part to the cart for the car of the list', async () => {
    const { store } = open(`/shop?${FOR_CIVIC}`, { own: FORD });
    const card = await cardOf('Washer M0');
    await userEvent.click(card.getByRole('button', { name: /^Add to cart/ }));
    expect(store.getState().cart.lines).toMatchObject([{ part: 'part-0', vehicle: CIVIC.id }]);
  });

  it('links to all parts and to those for another car, with the same filters', async () => {
    open(`/shop?${FOR_CIVIC}&brand=orvant&sort=name`);
    expect(await screen.findByRole('link', { name: 'Show all parts' })).toHaveAttribute(
      'href',
      '/shop?brand=orvant&sort=name',
    );
    expect(screen.getByRole('link', { name: 'Parts for the Ford' })).toHaveAttribute(
      'href',
      '/shop?vehicle=2016%2Fford%2Ff-150&brand=orvant&sort=name',
    );
  });

  it('has a chip for the car that removes it from this list only', async () => {
    const own = { id: CIVIC.id, car: CIVIC.name };
    const { searches, store } = open(`/shop?${FOR_CIVIC}&stock=in`, { own });
    await screen.findByRole('link', { name: 'Washer M0' });
    const chips = applied().getAllByRole('button');
    expect(chips.map((chip) => chip.textContent)).toEqual(['2018 Honda Civic', 'In stock']);
    // With one filter in addition to the car, "Clear all" would be redundant.
    expect(applied().queryByRole('link', { name: 'Clear all' })).toBeNull();
    await userEvent.click(
      applied().getByRole('button', { name: 'Remove filter 2018 Honda Civic' }),
    );
    await expect.poll(() => searches().at(-1)).toBe('inStock=true&sort=newest&limit=24');
    expect(document.getElementById('parts-list')).toHaveFocus();
    expect(screen.queryByRole('link', { name: 'Show all parts' })).toBeNull();
    expect(store.getState().garage.chosen).toBe(CIVIC.id);
  });

  it('keeps the car when the filters are cleared', async () => {
    const { searches } = open(`/shop?${FOR_CIVIC}&stock=in&brand=orvant`);
    await screen.findByRole('link', { name: 'Washer M0' });
    await userEvent.click(applied().getByRole('link', { name: 'Clear all' }));
    await expect.poll(() => searches().at(-1)).toBe(`${FOR_CIVIC}&sort=newest&limit=24`);
    expect(applied().getAllByRole('button')).toHaveLength(1);
  });

  it('shows the parts for all cars when this one is unknown', async () => {
    const { searches } = open(`/shop?${FOR_CIVIC}`, { names: [] });
    expect(await screen.findByText(/^This car is not in our list/)).toBeVisible();
    await expect.poll(() => searches().at(-1)).toBe('sort=newest&limit=24');
    expect(screen.queryByRole('group', { name: 'Applied filters' })).toBeNull();
  });

  it.each(['0/honda/civic', '2018/../civic', '99999/honda/civic', ''])(
    'ignores an invalid car: %s',
    async (vehicle) => {
      const { searches } = open(`/shop?${new URLSearchParams({ vehicle })}`);
      expect(await screen.findByText(/^This car is not in our list/)).toBeVisible();
      expect(searches()).toEqual(['sort=newest&limit=24']);
    },
  );

  it('offers alternatives when nothing fits', async () => {
    open(`/shop?${FOR_CIVIC}`, { total: 0 });
    expect(
      await screen.findByRole('heading', { name: 'No parts for your 2018 Honda Civic' }),
    ).toBeVisible();
    expect(screen.getByText(/^No parts are listed for it yet/)).toBeVisible();
  });
});
