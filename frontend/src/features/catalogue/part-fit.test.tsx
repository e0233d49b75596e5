import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Application, Fitments, Part, Verdict } from '../../api/contract/generated-types';
import type { GarageVehicle } from '../../lib/vehicle/garage';
import { vehicleChosen } from '../../lib/vehicle/vehicle-slice';
import { aListing, aPart, aSearchPage, aVerdict, CIVIC } from '../../testing/fixtures';
import { json, problem, renderScreen, serve, testStore } from '../../testing/test-shop';
import { PartPage } from './part-page';

const OWN: GarageVehicle = { id: CIVIC.id, car: CIVIC.name };
const NONE: Fitments = { models: [], total: 0, setAside: 0 };

interface Shop {
  part?: Partial<Part>;
  verdict?: Verdict | Response;
  fitments?: (after: string | null, model: string | null) => Fitments;
  car?: GarageVehicle | null;
}

/** A part's page for a user with a car, in a shop that gives `verdict` for the two. */
function open({ part = {}, verdict = aVerdict(), fitments = () => NONE, car = OWN }: Shop) {
  const calls = serve(({ path, query }) => {
    if (path === '/fits') {
      return verdict instanceof Response
        ? verdict.clone()
        : json({ vehicle: CIVIC, verdicts: [verdict] });
    }
    if (path.endsWith('/fitments')) return json(fitments(query.get('after'), query.get('model')));
    if (path.endsWith('/listing')) return json(aListing());
    if (path === '/search') return json(aSearchPage());
    return path === '/categories' ? json([]) : json(aPart(part));
  });
  const store = testStore();
  if (car) store.dispatch(vehicleChosen(car));
  renderScreen(<PartPage />, { path: '/shop/:id', at: '/shop/part-1', store });
  return { calls, store };
}

const fitGroup = () => screen.findByRole('group', { name: 'Does it fit?' });
const isPrimary = () =>
  screen.getByRole('link', { name: 'Purchase' }).classList.contains('btn-primary');

describe('a part’s page for a visitor with a car', () => {
  it('shows that the part fits', async () => {
    open({ verdict: aVerdict({ notes: ['Sold in pairs'] }) });
    await within(await fitGroup()).findByText('Fits your 2018 Honda Civic');
    expect(screen.getByText('Sold in pairs')).toBeVisible();
    expect(screen.queryByText(/returned for fit/)).toBeNull();
    expect(isPrimary()).toBe(true);
  });

  it('shows how many were sold for the car and came back', async () => {
    open({ verdict: aVerdict({ trackRecord: { sold: 1_412, misfits: 3 } }) });
    await within(await fitGroup()).findByText('1,412 sold for this car, 3 returned for fit.');
  });

  it('shows every condition in full, and offers the order once they are confirmed', async () => {
    const words = `${'With a long condition that has to be read. '.repeat(40)}<b>end</b>`;
    const anyOf = [{ conditions: [{ id: 'c-1', words }] }];
    open({ verdict: aVerdict({ verdict: 'fits_if', anyOf }) });
    const tick = await within(await fitGroup()).findByRole('checkbox');
    expect(tick.closest('label')).toHaveTextContent(words);
    expect(isPrimary()).toBe(false);
    expect(screen.queryByText('Fits as confirmed')).toBeNull();
    await userEvent.click(tick);
    expect(isPrimary()).toBe(true);
    expect(screen.getByText('Fits as confirmed')).toBeVisible();
  });

  it('links from a part that does not fit to those that do', async () => {
    open({ part: { category: 'brakes' }, verdict: aVerdict({ verdict: 'does_not_fit' }) });
    expect(await screen.findByRole('link', { name: 'See what fits your car' })).toHaveAttribute(
      'href',
      '/shop?vehicle=2018%2Fhonda%2Fcivic&category=brakes',
    );
    expect(isPrimary()).toBe(false);
  });

  it.each<[string, Partial<Verdict>, RegExp]>([
    ['universal', { verdict: 'universal' }, /Check its dimensions/],
    ['without data', { verdict: 'unknown', why: 'no_data' }, /We do not know yet which cars/],
    ['suspended', { verdict: 'unknown', why: 'suspended' }, /We are checking/],
    ['unclassified', { verdict: 'unknown', why: 'unclassified' }, /not clear enough/],
  ])('explains a part that is %s, without a checkbox', async (_what, facts, words) => {
    open({ verdict: aVerdict(facts) });
    expect(await screen.findByText(words)).toBeVisible();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it('reports that the car is no longer known', async () => {
    open({ verdict: problem(404, 'no_such_vehicle') });
    expect(await screen.findByText(/We no longer list the 2018 Honda Civic/)).toBeVisible();
  });

  it('retries a failed lookup', async () => {
    open({ verdict: problem(503, 'unavailable') });
    expect(await screen.findByText('We could not check whether it fits.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('offers the number of pieces that the car needs, as far as they can be ordered', async () => {
    const { store } = open({
      part: { minOrderQuantity: 4, available: 40 },
      verdict: aVerdict({ needs: [{ pieces: 2, position: 'Front' }] }),
    });
    expect(await screen.findByText(/Your car needs 2 \(front\)/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Set quantity to 4' }));
    await userEvent.click(screen.getByRole('button', { name: 'Add to cart' }));
    expect(store.getState().cart.lines).toEqual([
      { part: 'part-1', quantity: 4, vehicle: CIVIC.id },
    ]);
  });

  it('requests nothing when there is no car', async () => {
    const { calls } = open({ car: null });
    expect(await screen.findByText('Does it fit your car?')).toBeVisible();
    expect(calls.filter(({ path }) => path === '/fits')).toEqual([]);
  });
});

describe('the evidence for a verdict', () => {
  const civic = (...applications: Partial<Application>[]): Fitments => ({
    models: [
      {
        make: { id: 'honda', name: 'Honda' },
        model: { id: 'honda/civic', name: 'Civic' },
        applications: applications.map((one) => ({ from: 2016, to: 2021, conditions: [], ...one })),
      },
    ],
    total: applications.length,
    setAside: 0,
  });
  const TWO_LITRES = { id: '2.0l-l4-gas', name: '2.0L L4' };
  const TURBO = { id: '1.5l-l4-gas', name: '1.5L L4' };
  const ORVANT = { brand: { _id: 'orvant', name: 'Orvant' } };

  it.each<[string, Partial<Application>[]]>([
    ['Listed by Orvant for 2016 to 2021, all engines.', [{}]],
    ['Listed by Orvant for 2018, all engines.', [{ from: 2018, to: 2018 }]],
    ['Listed by Orvant for 2016 to 2021, 2.0L L4 engine.', [{ engine: TWO_LITRES }]],
    // Applications for other years do not apply to this one.
    ['Listed by Orvant for 2018 to 2021, all engines.', [{ from: 2018 }, { to: 2017 }]],
    ['Listed by Orvant for 2014 to 2021.', [{}, { from: 2014, to: 2018, engine: TURBO }]],
  ])('is shown: %s', async (words, applications) => {
    open({ part: ORVANT, fitments: () => civic(...applications) });
    expect(await within(await fitGroup()).findByText(words)).toBeVisible();
  });

  it('is shown for a part that fits on conditions and has no brand', async () => {
    const verdict = aVerdict({ verdict: 'fits_if', anyOf: [{ engine: TURBO, conditions: [] }] });
    open({ verdict, fitments: () => civic({ engine: TURBO }) });
    const words = 'Listed for 2016 to 2021, 1.5L L4 engine.';
    expect(await within(await fitGroup()).findByText(words)).toBeVisible();
  });

  it('omits entries for other engines than the car’s', async () => {
    open({
      car: { ...OWN, id: `${OWN.id}/${TWO_LITRES.id}` },
      fitments: () => civic({ engine: TURBO, from: 2012 }, { engine: TWO_LITRES }),
    });
    const words = 'Listed for 2016 to 2021, 2.0L L4 engine.';
    expect(await within(await fitGroup()).findByText(words)).toBeVisible();
  });

  it('is not shown for a part that does not fit, although other years are listed', async () => {
    open({ verdict: aVerdict({ verdict: 'does_not_fit' }), fitments: () => civic({ to: 2017 }) });
    await screen.findByRole('row', { name: /Civic/ });
    expect(screen.queryByText(/^Listed/)).toBeNull();
  });

  it('is requested when the model is not among the first', async () => {
    const others = Array.from({ length: 50 }, (_, at) => ({
      make: { id: 'acura', name: 'Acura' },
      model: { id: `acura/a${at}`, name: `A${at}` },
      applications: [],
    }));
    const { calls } = open({
      fitments: (_, model) => (model ? civic({}) : { models: others, total: 90, setAside: 0 }),
    });
    const words = 'Listed for 2016 to 2021, all engines.';
    expect(await within(await fitGroup()).findByText(words)).toBeVisible();
    const asked = calls.filter(
      ({ path, query }) => path.endsWith('/fitments') && query.has('model'),
    );
    expect(asked.map(({ query }) => query.get('model'))).toEqual(['honda/civic']);
  });

  it('is not shown when the model is on no page', async () => {
    const { calls } = open({ fitments: () => ({ models: [], total: 0, setAside: 0 }) });
    await within(await fitGroup()).findByText('Fits your 2018 Honda Civic');
    expect(screen.queryByText(/^Listed/)).toBeNull();
    expect(calls.filter(({ query }) => query.has('model'))).toEqual([]);
  });
});

describe('the fitment list of a part', () => {
  const listed = (id: string, name: string) => ({
    make: { id: 'honda', name: 'Honda' },
    model: { id, name },
    applications: [{ from: 2016, to: 2021, position: 'Front', pieces: 2, conditions: [] }],
  });
  const page = (names: string[]): Fitments => ({
    models: names.map((name) => listed(`honda/${name.toLowerCase()}`, name)),
    total: 51,
    setAside: 3,
  });
  const FIRST = ['Civic', ...Array.from({ length: 49 }, (_, at) => `M${at}`)];

  it('is grouped by model and paged, with the visitor’s car marked', async () => {
    open({ fitments: (after) => page(after === null ? FIRST : ['Zest']) });
    const own = await screen.findByRole('row', { name: /Civic/ });
    expect(own).toHaveTextContent('Civic Your car2016–2021All2 (front)');
    expect(screen.getByText(/We could not read 3 more entries from the supplier/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Show more models' }));
    expect(await screen.findByRole('row', { name: /Zest/ })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more models' })).toBeNull();
  });

  it('is hidden when nothing is listed', async () => {
    open({});
    await fitGroup();
    expect(screen.queryByRole('heading', { name: 'What it fits' })).toBeNull();
  });
});
