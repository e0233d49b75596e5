import type { PartCondition } from '../../api/contract/generated-types';
import { SEARCH_STEP, type Search } from '../../api/pages';
import { conditions } from '../../lib/part-view.json';
import { paths } from '../../lib/paths';
import { plainCharacters } from '../../lib/plain-characters';
import { isVehicle } from '../../lib/vehicle/garage';

/** The sort orders of a list, with their menu labels. */
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

export const CONDITIONS = conditions satisfies Record<PartCondition, string>;

/** The shop's filters, as stored in the URL. */
export interface ShopView {
  words: string;
  /** Only parts that may fit this vehicle, by its key; empty for all parts. */
  vehicle: string;
  /** The key of a category; empty for all. */
  category: string;
  brands: string[];
  conditions: PartCondition[];
  /** Dollars as typed; empty for no bound. */
  priceFrom: string;
  priceTo: string;
  /** `Diameter=300 mm`, as in the API. */
  attributes: string[];
  inStock: boolean;
  /** Without search words there is no relevance, so the newest come first. */
  sorting: Sorting;
  /** Maximum number of parts to show. */
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

/** The API's limit; a URL may contain more. */
const MAX_WORDS = 200;
const MAX_CHOICES = 50;
const MAX_SHOWN = 1000;
const KEY = /^(?=.{1,60}$)[a-z0-9]+(-[a-z0-9]+)*$/;
const PRICE = /^(?=.*[1-9])\d{1,6}(\.\d{1,2})?$/;

const isKeyOf = <Key extends string>(words: Record<Key, string>, text: string): text is Key =>
  Object.hasOwn(words, text);

const listIn = (text: string | null) => [...new Set(text?.split(','))].slice(0, MAX_CHOICES);

/** A price in API format; empty if it is invalid. */
export const priceIn = (text: string | null) => {
  const price = plainCharacters(text ?? '')
    .trim()
    .replace(/^\$\s*/, '');
  return PRICE.test(price) ? price : '';
};

const defaultSorting = (words: string): Sorting => (words === '' ? 'newest' : 'best');

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
    sorting: isSorting ? sorting : defaultSorting(words),
    shown:
      Number.isSafeInteger(shown) && shown > SEARCH_STEP ? Math.min(shown, MAX_SHOWN) : SEARCH_STEP,
  };
}

/** Omits defaults, to keep URLs short and readable. */
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
  if (view.sorting !== defaultSorting(view.words)) query.set('sort', view.sorting);
  if (view.shown > SEARCH_STEP) query.set('show', String(view.shown));
  return query;
}

const orNone = <Value extends string | boolean>(value: Value) =>
  value === '' || value === false ? undefined : value;

/** The URL of a view. */
export function shopWith(view: ShopView): string {
  const query = queryOf(view).toString();
  return query === '' ? paths.shop : `${paths.shop}?${query}`;
}

/** A view as API parameters. */
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

/** Adds the value if it is absent, removes it otherwise. */
export const toggled = <Value>(chosen: Value[], value: Value): Value[] =>
  chosen.includes(value) ? chosen.filter((other) => other !== value) : [...chosen, value];

/** An active filter: its label, and the change that removes it. */
export interface AppliedFilter {
  label: string;
  without: Partial<ShopView>;
}

/**
 * All active filters except the words and the category, which are in the heading.
 * @param brandName returns a brand's name by its key
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

/** Removes all filters, but keeps words, category and order. */
export const WITHOUT_FILTERS: Partial<ShopView> = {
  brands: [],
  conditions: [],
  priceFrom: '',
  priceTo: '',
  attributes: [],
  inStock: false,
};
