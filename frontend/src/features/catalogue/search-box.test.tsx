import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { aPart, someSuggestions } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { SearchBox } from './search-box';

const FOUND = someSuggestions({
  categories: [{ _id: 'brake-pads', path: ['Brakes', 'Brake pads'] }],
  brands: [{ _id: 'brakeson', name: 'Brakeson' }],
  numbers: [
    { part: aPart({ _id: 'pads', title: 'Pads' }), number: 'BRK-41', kind: 'oem', maker: 'Honda' },
  ],
  parts: [aPart({ _id: 'disc', title: 'Brake disc', price: 28.6 })],
});

function Here() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

/** The top-level categories in the catalogue's order, and a subcategory of the second. */
const CATEGORIES = [
  { _id: 'body', name: 'Body', position: 0 },
  { _id: 'brakes', name: 'Brakes', position: 1 },
  { _id: 'brake-pads', name: 'Brake pads', parent: 'brakes', position: 0 },
];

/** @returns the calls for suggestions so far */
function show(at = '/') {
  const calls = serve(({ path }) => json(path === '/categories' ? CATEGORIES : FOUND));
  const screens = (
    <>
      <SearchBox />
      <Here />
    </>
  );
  renderScreen(screens, { path: '*', at });
  return () => calls.filter(({ path }) => path === '/search/suggestions');
}

const field = () => screen.getByRole('combobox', { name: 'Search parts' });
const here = () => document.querySelector('output')?.textContent;
const options = () => within(screen.getByRole('listbox')).getAllByRole('option');
const active = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent;

describe('the search of the shop', () => {
  it('suggests categories, brands, numbers and parts when the typing pauses', async () => {
    const calls = show();
    await userEvent.type(field(), 'brake');
    expect(await screen.findByRole('listbox', { name: 'Suggestions' })).toBeVisible();
    await waitFor(() => {
      expect(calls().at(-1)?.query.get('q')).toBe('brake');
      // The number of its top-level category.
      expect(options()[0]).toHaveTextContent('2Brake pads');
    });
    expect(options().map(({ textContent }) => textContent)).toEqual([
      '2Brake padsin Brakes',
      'Brakeson',
      'Honda OEM number BRK-41Pads',
      'Brake disc$28.60',
    ]);
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    expect(screen.getByText('4 suggestions')).toBeInTheDocument();
    // Not for every letter.
    expect(calls().length).toBeLessThan('brake'.length - 1);
    await userEvent.click(screen.getByRole('option', { name: /^Brakeson/ }));
    expect(here()).toBe('/shop?brand=brakeson');
  });

  it('works with arrow keys and Enter', async () => {
    show();
    await userEvent.type(field(), 'brake');
    await screen.findByRole('listbox');
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).toMatch(/^2?Brake pads/);
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(active()).toMatch(/^Brake disc/);
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('Brake disc');
    await userEvent.keyboard('{ArrowDown}');
    expect(active()).toBeUndefined();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(here()).toBe('/shop?category=brake-pads');
    expect(field()).toHaveValue('');
  });

  it('searches for the typed text when no suggestion is chosen', async () => {
    show();
    await userEvent.type(field(), ' brake disc {Enter}');
    expect(here()).toBe('/shop?q=brake+disc');
    expect(field()).toHaveValue('brake disc');
    expect(screen.queryByRole('listbox')).toBeNull();
  });

  it('closes the suggestions on Escape and reopens them on an arrow key', async () => {
    show();
    await userEvent.type(field(), 'brake');
    await screen.findByRole('listbox');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(field()).toHaveValue('brake');
    await userEvent.keyboard('{ArrowDown}');
    expect(await screen.findByRole('listbox')).toBeVisible();
  });

  it('is opened by a button on small screens, and closed by Escape', async () => {
    show();
    const opener = screen.getByRole('button', { name: 'Search' });
    await userEvent.click(opener);
    expect(field()).toHaveFocus();
    expect(opener).toHaveAttribute('aria-expanded', 'true');
    await userEvent.keyboard('{Escape}');
    expect(opener).toHaveFocus();
    expect(opener).toHaveAttribute('aria-expanded', 'false');
  });

  it('also searches without suggestions', async () => {
    show();
    serve(() => problem(503, 'search_unavailable'));
    await userEvent.type(field(), 'disc{Enter}');
    expect(here()).toBe('/shop?q=disc');
  });
});
