import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { routes } from '../../lib/paths';
import { aPart, aSearchPage } from '../../testing/fixtures';
import { json, renderScreen, serve } from '../../testing/test-shop';
import { ShopPage } from './shop-page';

const DISCS = { _id: 'brake-discs', name: 'Brake discs', position: 1 };
const CIVIC = {
  id: '2018/honda/civic',
  name: '2018 Honda Civic',
  year: 2018,
  make: { id: 'honda', name: 'Honda' },
  model: { id: 'honda/civic', name: 'Civic' },
};

function show(path: string, at: string) {
  const calls = serve((call) => {
    if (call.path === '/categories') return json([DISCS]);
    if (call.path === '/vehicles/names') return json([CIVIC]);
    if (call.path === '/fits') return json({ vehicle: CIVIC, verdicts: [] });
    return call.path === '/search'
      ? json(aSearchPage({ parts: [aPart({ title: 'Brake disc' })], total: 1 }))
      : json([]);
  });
  renderScreen(<ShopPage />, { path, at });
  return () => calls.filter((call) => call.path === '/search').map(({ query }) => query.toString());
}

it('shows the parts for the vehicle in its path', async () => {
  const searches = show(routes.fit, '/fit/honda/civic/2018');
  expect(await screen.findByRole('link', { name: 'Brake disc' })).toBeVisible();
  expect(searches()).toEqual(['vehicle=2018%2Fhonda%2Fcivic&sort=newest&limit=24']);
  // The same title that the server renders before the app has loaded.
  await expect.poll(() => document.title).toBe('Parts for 2018 Honda Civic | Autoparts');
});

it('shows those of a category, and links to the shop with the same filters', async () => {
  const searches = show(routes.fitCategory, '/fit/honda/civic/2018/brake-discs');
  expect(await screen.findByRole('link', { name: 'Brake disc' })).toBeVisible();
  expect(searches()).toEqual([
    'vehicle=2018%2Fhonda%2Fcivic&category=brake-discs&sort=newest&limit=24',
  ]);
  await expect.poll(() => document.title).toBe('Brake discs for 2018 Honda Civic | Autoparts');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name, A to Z');
  expect(await screen.findByText('now at /shop')).toBeVisible();
});
