import type { PartCondition } from '../../api/generated-types';
import { SEARCH_STEP, type Search } from '../../api/pages';
import { paths } from '../../lib/paths';
import { plainCharacters } from '../../lib/plain-characters';
import { isVehicle } from '../../lib/vehicle/garage';

/** The orders a list can be read in, with the words that stand in the menu. */
export const SORTINGS = {
  best: 'Best match',
  newest: 'Newest first',
  name: 'Name, A to Z',
  'price-up': 'Price, low to high',
  'price-down': 'Price, high to low',
} as const;
export type Sorting = keyof typeof SORTINGS;

const SENT_SORTINGS = {
  best: 'relevance',
  newest: 'newest',
  name: 'name',
  'price-up': 'price',
  'price-down': '-price',
} as const satisfies Record<Sorting, Search['sort']>;

export const CONDITIONS = {
  new: 'New',
  remanufactured: 'Remanufactured',
  used: 'Used',
} as const satisfies Record<PartCondition, string>;

/** What a visitor has chosen to see, as the page's address holds it. */
export interface ShopView {
  words: string;
  /** Only what may fit this vehicle, by its key; empty for all parts. */
  vehicle: string;
  /** The key of a category; empty for all. */
  category: string;
  brands: string[];
  conditions: PartCondition[];
  /** Dollars, as they were typed; empty for no bound. */
  priceFrom: string;
  priceTo: string;
  /** `Diameter=300 mm`, as the API takes them. */
  attributes: string[];
  inStock: boolean;
  /** Without words, nothing is a better match than another: then the newest come first. */
  sorting: Sorting;
  /** How many parts are shown at most. */
  shown: number;
}

export const EVERYTHING: ShopView = {
  words: '',
  vehicle: '',
  category: '',
  brands: [],
  conditions: [],
  priceFrom: '',
  priceTo: '',
  attributes: [],
  inStock: false,
  sorting: 'newest',
  shown: SEARCH_STEP,
};

/** What the API takes; an address may say more. */
const MAX_WORDS = 200;
const MAX_CHOICES = 50;
const MAX_SHOWN = 1000;
const KEY = /^(?=.{1,60}$)[a-z0-9]+(-[a-z0-9]+)*$/;
const PRICE = /^(?=.*[1-9])\d{1,6}(\.\d{1,2})?$/;

const isKeyOf = <Key extends string>(words: Record<Key, string>, text: string): text is Key =>
  Object.hasOwn(words, text);

const listIn = (text: string | null) => [...new Set(text?.split(','))].slice(0, MAX_CHOICES);

/** A price as it is sent; empty when it is none. */
export const priceIn = (text: string | null) => {
  const price = plainCharacters(text ?? '')
    .trim()
    .replace(/^\$\s*/, '');
  return PRICE.test(price) ? price : '';
};

const usualSorting = (words: string): Sorting => (words === '' ? 'newest' : 'best');

export function viewOf(query: URLSearchParams): ShopView {
  const words = (query.get('q') ?? '').trim().slice(0, MAX_WORDS);
  const category = query.get('category') ?? '';
  const vehicle = query.get('vehicle');
  const sorting = query.get('sort') ?? '';
  const shown = Number(query.get('show'));
  const isSorting = isKeyOf(SORTINGS, sorting) && !(sorting === 'best' && words === '');
  return {
    words,
    vehicle: isVehicle(vehicle) ? vehicle : '',
    category: KEY.test(category) ? category : '',
    brands: listIn(query.get('brand')).filter((key) => KEY.test(key)),
    conditions: listIn(query.get('condition')).filter((key) => isKeyOf(CONDITIONS, key)),
    priceFrom: priceIn(query.get('priceFrom')),
    priceTo: priceIn(query.get('priceTo')),
    attributes: query
      .getAll('attribute')
      .filter((pair) => /^[^=]+=./.test(pair))
      .slice(0, MAX_CHOICES),
    inStock: query.get('stock') === 'in',
    sorting: isSorting ? sorting : usualSorting(words),
    shown:
      Number.isSafeInteger(shown) && shown > SEARCH_STEP ? Math.min(shown, MAX_SHOWN) : SEARCH_STEP,
  };
}

/** Leaves out what is as usual, so that addresses stay short enough to read. */
export function queryOf(view: ShopView): URLSearchParams {
  const query = new URLSearchParams();
  const put = (name: string, value: string) => {
    if (value !== '') query.set(name, value);
  };
  put('q', view.words);
  put('vehicle', view.vehicle);
  put('category', view.category);
  put('brand', view.brands.join(','));
  put('condition', view.conditions.join(','));
  put('priceFrom', view.priceFrom);
  put('priceTo', view.priceTo);
  for (const attribute of view.attributes) query.append('attribute', attribute);
  if (view.inStock) query.set('stock', 'in');
  if (view.sorting !== usualSorting(view.words)) query.set('sort', view.sorting);
  if (view.shown > SEARCH_STEP) query.set('show', String(view.shown));
  return query;
}

const orNone = <Value extends string | boolean>(value: Value) =>
  value === '' || value === false ? undefined : value;

/** The address of a view. */
export function shopWith(view: ShopView): string {
  const query = queryOf(view).toString();
  return query === '' ? paths.shop : `${paths.shop}?${query}`;
}

/** A view as the API takes it. */
export const searchOf = (view: ShopView): Search => ({
  q: orNone(view.words),
  vehicle: orNone(view.vehicle),
  category: orNone(view.category),
  brand: orNone(view.brands.join(',')),
  condition: orNone(view.conditions.join(',')),
  priceFrom: orNone(view.priceFrom),
  priceTo: orNone(view.priceTo),
  attribute: view.attributes.length > 0 ? view.attributes : undefined,
  inStock: orNone(view.inStock),
  sort: SENT_SORTINGS[view.sorting],
});

/** Chosen when it was not, and the other way round. */
export const toggled = <Value>(chosen: Value[], value: Value): Value[] =>
  chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];

/** A filter that is applied: its words, and the change that takes it away. */
export interface AppliedFilter {
  label: string;
  without: Partial<ShopView>;
}

/**
 * Everything that narrows the list but the words and the category, which the heading tells.
 * @param brandName what a brand is called, by its key
 */
export function appliedFilters(
  view: ShopView,
  brandName: (key: string) => string,
): AppliedFilter[] {
  const { brands, conditions, priceFrom, priceTo, attributes, inStock } = view;
  return [
    ...brands.map((key) => ({ label: brandName(key), without: { brands: toggled(brands, key) } })),
    ...conditions.map((key) => ({
      label: CONDITIONS[key],
      without: { conditions: toggled(conditions, key) },
    })),
    ...(priceFrom === '' && priceTo === ''
      ? []
      : [{ label: priceLabel(priceFrom, priceTo), without: { priceFrom: '', priceTo: '' } }]),
    ...attributes.map((pair) => ({
      label: pair.replace('=', ': '),
      without: { attributes: toggled(attributes, pair) },
    })),
    ...(inStock ? [{ label: 'In stock', without: { inStock: false } }] : []),
  ];
}

function priceLabel(from: string, to: string): string {
  if (to === '') return `From $${from}`;
  return from === '' ? `Up to $${to}` : `$${from} to $${to}`;
}

/** What takes every filter away and leaves words, category and order as they are. */
export const WITHOUT_FILTERS: Partial<ShopView> = {
  brands: [],
  conditions: [],
  priceFrom: '',
  priceTo: '',
  attributes: [],
  inStock: false,
};
