import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation, useNavigate } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { SearchPage } from '../../api/contract/generated-types';
import { aPart, aSearchPage, someFacets } from '../../testing/fixtures';
import { json, problem, renderScreen, serve, type Call } from '../../testing/test-shop';
import { ShopPage } from './shop-page';

const part = (at: number) => aPart({ _id: `part-${at}`, title: `Washer M${at}`, price: at });
const parts = (count: number) => Array.from({ length: count }, (_, at) => part(at));

const BODY = { _id: 'body', name: 'Body', position: 0 };
const BRAKES = { _id: 'brakes', name: 'Brakes', position: 1 };
const PADS = { _id: 'brake-pads', name: 'Brake pads', parent: 'brakes', position: 1 };
const ORVANT = { _id: 'orvant', name: 'Orvant' };
const FACETS = someFacets({
  brands: [
    { ...ORVANT, count: 3 },
    { _id: 'kaldera', name: 'Kaldera', count: 1 },
  ],
  categories: [
    { ...BRAKES, count: 4 },
    { ...PADS, count: 2 },
  ],
  conditions: [{ condition: 'used', count: 1 }],
  price: { min: 3, max: 138 },
  attributes: [{ name: 'Diameter', values: [{ value: '300 mm', count: 2 }] }],
});

function LocationProbe() {
  const navigate = useNavigate();
  const { search } = useLocation();
  return (
    <>
      <button onClick={() => void navigate(-1)}>Back</button>
      <output>{search}</output>
    </>
  );
}

/** Opens the shop; `find` responds to searches. */
function show(query: string, find: (call: Call) => Partial<SearchPage> | Response) {
  const calls = serve((call) => {
    if (call.path === '/categories') return json([BODY, BRAKES, PADS]);
    if (call.path === '/brands') return json([ORVANT]);
    if (call.path.startsWith('/parts/')) {
      return json(aPart({ _id: 'newer', number: 'OR-2', brand: ORVANT }));
    }
    const answer = find(call);
    return answer instanceof Response ? answer : json(aSearchPage(answer));
  });
  const page = (
    <>
      <ShopPage />
      <LocationProbe />
    </>
  );
  renderScreen(page, { path: '/shop', at: `/shop${query}` });
  return () => calls.filter(({ path }) => path === '/search').map((call) => call.query.toString());
}

const cards = () => screen.queryAllByRole('heading', { level: 3 });
const here = () => document.querySelector('output')?.textContent;
const filters = () => within(screen.getByRole('complementary', { name: 'Filters' }));

describe('the shop page', () => {
  it('shows one page of parts and the next one on demand', async () => {
    const searches = show('', ({ query }) =>
      query.has('after')
        ? { parts: parts(30).slice(24), total: 30 }
        : { parts: parts(24), total: 30, after: 'cursor-24' },
    );
    expect(screen.getByText('Loading parts')).toBeVisible();
    expect(await screen.findByText('30 parts')).toBeVisible();
    expect(cards()).toHaveLength(24);
    await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByRole('link', { name: 'Washer M29' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Washer M24' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(here()).toBe('?show=48');
    expect(searches()).toEqual(['sort=newest&limit=24', 'sort=newest&limit=24&after=cursor-24']);
  });

  it('loads as many pages as a shared URL specifies', async () => {
    show('?show=48', ({ query }) =>
      query.has('after')
        ? { parts: parts(30).slice(24), total: 30 }
        : { parts: parts(24), total: 30, after: 'cursor-24' },
    );
    expect(await screen.findByRole('link', { name: 'Washer M29' })).toBeVisible();
  });

  it('filters the list, updates the URL, and undoes each choice', async () => {
    const searches = show('?category=brake-pads', () => ({ parts: parts(2), facets: FACETS }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Brake pads' })).toBeVisible();
    await userEvent.click(await filters().findByLabelText(/^Orvant/));
    expect(here()).toBe('?category=brake-pads&brand=orvant');
    await userEvent.click(filters().getByLabelText('In stock only'));
    await userEvent.click(filters().getByLabelText(/^300 mm/));
    await userEvent.type(filters().getByLabelText('Highest price'), '$80{Enter}');
    await userEvent.click(filters().getByLabelText(/^Used/));
    expect(searches().at(-1)).toBe(
      'category=brake-pads&brand=orvant&condition=used&priceTo=80&attribute=Diameter%3D300+mm&inStock=true&sort=newest&limit=24',
    );
    const applied = within(screen.getByRole('group', { name: 'Applied filters' }));
    await userEvent.click(applied.getByRole('button', { name: 'Remove filter Diameter: 300 mm' }));
    await userEvent.click(applied.getByRole('button', { name: 'Remove filter Up to $80' }));
    await userEvent.click(applied.getByRole('button', { name: 'Remove filter In stock' }));
    expect(here()).toBe('?category=brake-pads&brand=orvant&condition=used');
    expect(filters().getByLabelText('Highest price')).toHaveValue('');
    await userEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(filters().getByLabelText('In stock only')).toBeChecked();
    await userEvent.click(applied.getByRole('link', { name: 'Clear all' }));
    expect(here()).toBe('?category=brake-pads');
  });

  it('navigates the category tree and clears filters of the previous category', async () => {
    show('?category=brakes&brand=orvant&attribute=Diameter%3D300+mm', () => ({
      parts: parts(1),
      facets: FACETS,
    }));
    const pads = await filters().findByRole('link', { name: /^Brake pads/ });
    expect(filters().getByRole('link', { name: /^Brakes/ })).toHaveAttribute('aria-current');
    await userEvent.click(pads);
    expect(here()).toBe('?category=brake-pads&brand=orvant');
    expect(document.title).toBe('Brake pads | Autoparts');
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }));
    expect(crumbs.getByRole('link', { name: 'Brakes' })).toHaveAttribute(
      'href',
      '/shop?category=brakes',
    );
    // The same number wherever the category appears, although the previous one had no results.
    const balloons = [...document.querySelectorAll('.balloon')].map((one) => one.textContent);
    expect(balloons).toEqual(['2', '2']);
    await userEvent.click(filters().getByRole('link', { name: 'All categories' }));
    expect(here()).toBe('?brand=orvant');
  });

  it('reports an unknown category and links to all parts', async () => {
    show('?category=sunroofs', () => ({ parts: parts(1), facets: FACETS }));
    const title = { level: 1, name: 'There is no such category' };
    expect(await screen.findByRole('heading', title)).toBeVisible();
    expect(cards()).toHaveLength(0);
    await userEvent.click(screen.getByRole('link', { name: 'Browse all parts' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'All parts' })).toBeVisible();
  });

  it('opens the filters as a sheet with the number of results', async () => {
    show('?brand=orvant', () => ({ parts: parts(2), total: 48, facets: FACETS }));
    await screen.findByText('48 parts');
    await userEvent.click(screen.getByRole('button', { name: 'Filters (1)' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Filters' }));
    await userEvent.click(sheet.getByLabelText('In stock only'));
    await userEvent.click(sheet.getByRole('button', { name: 'Clear all' }));
    expect(here()).toBe('');
    await userEvent.click(await sheet.findByRole('button', { name: 'Show 48 parts' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('lets a brand without results be removed', async () => {
    show('?brand=orvant', () => ({ facets: someFacets() }));
    expect(await screen.findByRole('button', { name: 'Remove filter Orvant' })).toBeVisible();
    expect(filters().getByLabelText(/^Orvant/)).toBeChecked();
  });

  it('remembers the chosen layout', async () => {
    show('', () => ({ parts: parts(1) }));
    await screen.findByText('1 part');
    const rows = screen.getByRole('button', { name: 'Rows' });
    expect(rows).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(screen.getByRole('button', { name: 'Cards' }));
    expect(rows).toHaveAttribute('aria-pressed', 'false');
    expect(localStorage.getItem('partLayout')).toBe('cards');
  });
});

describe('a search', () => {
  it('shows matches of a part number first, each with the reason', async () => {
    const hit = (at: number, more: object) => ({ part: part(at), number: '41060-EB70A', ...more });
    show('?q=41060eb70a', () => ({
      numbers: [
        hit(1, { kind: 'supersedes' }),
        hit(2, { kind: 'oem', maker: 'Honda' }),
        hit(3, { kind: 'interchange', maker: 'Tessaro', part: { ...part(3), successor: 'newer' } }),
      ],
      parts: [part(1), part(4)],
    }));
    const hits = within(await screen.findByRole('region', { name: 'Number 41060eb70a' }));
    expect(hits.getByText('Replaces 41060-EB70A')).toBeVisible();
    expect(hits.getByText('Honda OEM number 41060-EB70A')).toBeVisible();
    expect(hits.getByText('Interchange: Tessaro 41060-EB70A')).toBeVisible();
    expect(await hits.findByRole('link', { name: 'Orvant OR-2' })).toHaveAttribute(
      'href',
      '/shop/newer',
    );
    // A part shown at the top is not listed again.
    expect(screen.getAllByRole('link', { name: 'Washer M1' })).toHaveLength(1);
    expect(screen.getByRole('link', { name: 'Washer M4' })).toBeVisible();
  });

  it('suggests a number one typo away, and shows no part for it', async () => {
    show('?q=41060-EB7OA', ({ query }) =>
      query.get('q') === '41060-EB70A' ? { parts: parts(1) } : { similarNumber: '41060-EB70A' },
    );
    expect(await screen.findByText('No matching parts')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: '41060-EB70A' }));
    expect(here()).toBe('?q=41060-EB70A');
    expect(await screen.findByText('1 part')).toBeVisible();
  });

  it('reports corrected words, and words that cannot be found yet', async () => {
    show('?q=brake+calliper', () => ({
      parts: parts(1),
      didYouMean: 'brake caliper',
      indexedPercent: 43,
    }));
    expect(await screen.findByText(/43%/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'brake caliper' })).toHaveAttribute(
      'href',
      '/shop?q=brake+caliper',
    );
  });

  it('without results offers alternatives that have results', async () => {
    show('?q=caliper&category=brakes&brand=orvant&stock=in', ({ query }) => {
      if (query.has('brand')) return {};
      return query.has('category') ? { parts: parts(4) } : { parts: parts(7) };
    });
    expect(await screen.findByText('No matching parts')).toBeVisible();
    const way = (name: string) => screen.findByRole('link', { name });
    expect(await way('Without Orvant 4 parts')).toHaveAttribute(
      'href',
      '/shop?q=caliper&category=brakes&stock=in',
    );
    expect(await way('Without filters 4 parts')).toBeVisible();
    expect(screen.queryByText(/^Without In stock/)).toBeNull();
    await userEvent.click(await way('“caliper” in all categories 7 parts'));
    expect(here()).toBe('?q=caliper');
    expect(await screen.findByText('7 parts')).toBeVisible();
  });

  it('stops at the parts that match best', async () => {
    show('?q=washer&show=48', ({ query }) =>
      query.has('after')
        ? problem(422, 'too_many_results')
        : { parts: parts(24), total: 5000, after: 'cursor' },
    );
    expect(await screen.findByText(/^Only the best matches are listed/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });
});

describe('when parts do not load', () => {
  it('asks again after a failure', async () => {
    const answers = [problem(503, 'search_unavailable')];
    show('?q=disc', () => answers.shift() ?? { parts: parts(1) });
    expect(await screen.findByText(/^Search is not available right now/)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('1 part')).toBeVisible();
  });

  it('keeps the loaded parts when the rest does not load', async () => {
    const rest = [problem(503, 'unavailable')];
    show('', ({ query }) => {
      if (query.has('after')) return rest.shift() ?? { parts: parts(25).slice(24), total: 25 };
      return { parts: parts(24), total: 25, after: 'cursor' };
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect(await screen.findByText(/^The rest of the list did not load/)).toBeVisible();
    expect(cards()).toHaveLength(24);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('link', { name: 'Washer M24' })).toBeVisible();
  });

  it('reloads when the shop is empty', async () => {
    const answers = [{}];
    show('', () => answers.shift() ?? { parts: parts(1) });
    await userEvent.click(await screen.findByRole('button', { name: 'Reload' }));
    expect(await screen.findByText('1 part')).toBeVisible();
  });
});
