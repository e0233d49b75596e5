import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { Listing, Part } from '../../api/contract/generated-types';
import { aListing, aPart, aSearchPage, WHOLE_LISTING, WHOLE_PART } from '../../testing/fixtures';
import { json, problem, renderScreen, serve } from '../../testing/test-shop';
import { PartPage } from './part-page';

const ORVANT = { _id: 'orvant', name: 'Orvant' };
const CATEGORIES = [
  { _id: 'brakes', name: 'Brakes', position: 1 },
  { _id: 'calipers', name: 'Calipers', parent: 'brakes', position: 1 },
];

const caliper: Partial<Part> = {
  title: 'Brake caliper',
  brand: ORVANT,
  number: 'OR-4410-F',
  category: 'calipers',
  price: 92,
  listPrice: 110,
  minOrderQuantity: 2,
  available: 20,
};

const listing = aListing({
  attributes: [
    { name: 'Pistons', value: '4' },
    { name: 'Diameter', value: '300', unit: 'mm' },
  ],
  numbers: [
    { kind: 'oem', number: '45018-TBA', maker: 'Honda' },
    { kind: 'supersedes', number: 'OR-4410' },
  ],
  pictures: [{ img: '/catalogue/brake-disc.svg', alt: 'Seen from behind' }],
  condition: 'remanufactured',
  weight: 4200,
  length: 340,
  width: 260,
  height: 180,
  hazmat: true,
});

function show(facts: Partial<Part>, details: Listing | Response = listing) {
  const part = aPart(facts);
  const calls = serve(({ path, query }) => {
    if (path === '/categories') return json(CATEGORIES);
    if (path === '/search') {
      const others = Array.from({ length: 5 }, (_, at) =>
        aPart({ _id: at === 1 ? part._id : `other-${at}`, title: `Other ${at}` }),
      );
      return json(aSearchPage({ parts: others.slice(0, Number(query.get('limit'))) }));
    }
    if (path.endsWith('/listing')) return details instanceof Response ? details : json(details);
    if (path.endsWith('/fitments')) return json({ models: [], setAside: 0 });
    if (path === '/parts/newer') return json(aPart({ _id: 'newer', title: 'Newer caliper' }));
    return json(part);
  });
  const store = renderScreen(<PartPage />, { path: '/shop/:id', at: `/shop/${part._id}` });
  return { calls, store };
}

/** Fields that the page shows as a name, a label, a link or a picture. */
const NOT_AS_TEXT = ['alt', 'brand', 'category', 'condition', 'img', 'kind', 'successor'];

/** All texts in an API value that the page shows unchanged. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([field, inner]) =>
    NOT_AS_TEXT.includes(field) ? [] : textsOf(inner),
  );
}

const purchase = () => screen.getByRole('link', { name: 'Purchase' });
const table = (name: string) =>
  within(screen.getByRole('region', { name }))
    .getAllByRole<HTMLTableRowElement>('row')
    .map(({ cells }) => [...cells].map(({ textContent }) => textContent));

describe('a part’s page', () => {
  it('shows everything known about the part', async () => {
    show(caliper);
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Brake caliper');
    expect(screen.getByRole('link', { name: 'Orvant' })).toHaveAttribute(
      'href',
      '/shop?brand=orvant',
    );
    expect(screen.getByText('Remanufactured')).toBeVisible();
    expect(screen.getByText('$110').tagName).toBe('S');
    expect(table('Specifications')).toEqual([
      ['Pistons', '4'],
      ['Diameter', '300 mm'],
    ]);
    expect(table('Numbers').slice(1)).toEqual([
      ['OR-4410-F', 'Orvant', 'Part number'],
      ['45018-TBA', 'Honda', 'Original (OEM)'],
      ['OR-4410', '–', 'Replaced by this part'],
    ]);
    expect(table('Shipping weight and size')).toEqual([
      ['Weight', '4.2 kg'],
      ['Size', '340 × 260 × 180 mm'],
      ['Dangerous goods', 'Yes'],
    ]);
    const crumbs = within(screen.getByRole('navigation', { name: 'Breadcrumbs' }));
    expect(await crumbs.findByRole('link', { name: 'Calipers' })).toHaveAttribute(
      'href',
      '/shop?category=calipers',
    );
  });

  it('shows every text of the part and its listing', async () => {
    show({ ...WHOLE_PART, number: WHOLE_LISTING.number }, WHOLE_LISTING);
    const page = await screen.findByRole('article');
    for (const text of textsOf({ ...WHOLE_PART, ...WHOLE_LISTING })) {
      expect(page).toHaveTextContent(text);
    }
  });

  it('explains how it is sold if there are packs or charges', async () => {
    show({ ...caliper, pack: 2, core: 60 });
    expect(await screen.findByText(/^Sold in packs of/)).toHaveTextContent('Sold in packs of 2');
    expect(screen.getByText(/^Core charge/)).toHaveTextContent(
      'Core charge: $60 per piece, refunded when you return your old part',
    );
    await userEvent.click(screen.getByRole('button', { name: 'One pack more' }));
    expect(screen.getByLabelText('Quantity, 2 to 20 pieces, in packs of 2')).toHaveValue('4');
  });

  it('shows one picture at a time, the main one first', async () => {
    show(caliper);
    const shown = await screen.findByRole('img', { name: 'Brake caliper' });
    const second = screen.getByRole('button', { name: 'Picture 2: Seen from behind' });
    await userEvent.click(second);
    expect(second).toHaveAttribute('aria-pressed', 'true');
    expect(screen.getByRole('img', { name: 'Seen from behind' })).toHaveAttribute(
      'src',
      '/catalogue/brake-disc.svg',
    );
    expect(shown).not.toHaveAttribute('alt', 'Brake caliper');
  });

  it('shows four other parts of the category', async () => {
    show(caliper);
    const related = within(
      await screen.findByRole('region', { name: 'Other parts in this category' }),
    );
    const titles = related.getAllByRole('heading', { level: 3 });
    expect(titles.map(({ textContent }) => textContent)).toEqual([
      'Other 0',
      'Other 2',
      'Other 3',
      'Other 4',
    ]);
  });

  it('links from a replaced part to the new one', async () => {
    show({ ...caliper, successor: 'newer' });
    expect(await screen.findByRole('link', { name: 'Newer caliper' })).toHaveAttribute(
      'href',
      '/shop/newer',
    );
  });

  it('links from a sold-out part to available ones', async () => {
    const { calls } = show({ ...caliper, available: 1 });
    expect(await screen.findByRole('link', { name: 'Calipers in stock' })).toHaveAttribute(
      'href',
      '/shop?category=calipers&stock=in',
    );
    expect(screen.getByText('In stock in this category')).toBeVisible();
    const search = calls.find(({ path }) => path === '/search');
    expect(search?.query.get('inStock')).toBe('true');
  });

  it('works when the other details do not load', async () => {
    show({}, problem(500, 'internal'));
    expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Alternator');
    expect(screen.queryByRole('region', { name: 'Specifications' })).toBeNull();
    expect(screen.queryByText(/^Send it back/)).toBeNull();
  });

  it('states its return terms', async () => {
    show({}, aListing({ returns: { days: 30, returnable: true, shippingPaidBy: 'shop' } }));
    expect(await screen.findByText(/^Send it back within 30 days/)).toBeVisible();
  });
});

describe('the quantity on a part’s page', () => {
  const quantity = () => screen.getByLabelText('Quantity, 2 to 20 pieces');

  it('starts at the minimum and carries over to the order form', async () => {
    show(caliper);
    expect(await screen.findByLabelText('Quantity, 2 to 20 pieces')).toHaveValue('2');
    expect(purchase()).toHaveAttribute('href', '/purchase/part-1');
    expect(screen.getByRole('button', { name: 'One less' })).toBeDisabled();
    await userEvent.click(screen.getByRole('button', { name: 'One more' }));
    expect(purchase()).toHaveAttribute('href', '/purchase/part-1?quantity=3');
    await userEvent.clear(quantity());
    expect(purchase()).toHaveAttribute('href', '/purchase/part-1?quantity=2');
  });

  it.each([
    ['1', 'Minimum order 2 pieces'],
    ['21', 'Your ordered quantity is out of our range. we have only 20 pcs.'],
    ['2.5', 'whole pieces only'],
  ])('is rejected when it is %s', async (pieces, reason) => {
    show(caliper);
    await screen.findByRole('heading', { level: 1 });
    await userEvent.clear(quantity());
    await userEvent.type(quantity(), pieces);
    await userEvent.click(purchase());
    expect(screen.getByRole('alert')).toHaveTextContent(reason);
    expect(quantity()).toHaveFocus();
    expect(quantity()).toBeInvalid();
    await userEvent.clear(quantity());
    await userEvent.type(quantity(), '20');
    expect(screen.queryByRole('alert')).toBeNull();
    await userEvent.click(purchase());
    expect(screen.getByText('now at /purchase/part-1')).toBeVisible();
  });

  it('goes into the cart if it is available', async () => {
    const { store } = show(caliper);
    const add = await screen.findByRole('button', { name: 'Add to cart' });
    await userEvent.clear(quantity());
    await userEvent.type(quantity(), '1');
    await userEvent.click(add);
    expect(screen.getByRole('alert')).toHaveTextContent('Minimum order 2 pieces');
    expect(quantity()).toHaveFocus();
    expect(store.getState().cart.lines).toEqual([]);
    await userEvent.clear(quantity());
    await userEvent.type(quantity(), '12');
    await userEvent.click(add);
    expect(store.getState().cart.lines).toEqual([{ part: 'part-1', quantity: 12 }]);
  });
});
