import type { ListProductsApiArg } from '../../../api/contract/generated-types';
import { queryFrom } from '../../../lib/filters-in-url';

/** The product lists, with their menu labels. */
export const LISTS = {
  shown: 'In the shop',
  stocked: 'In stock',
  low: 'Running low',
  sold_out: 'Sold out',
  hidden: 'Hidden',
} as const;
export type ProductList = keyof typeof LISTS;

/** The sort orders of a list. */
export const ORDERS = {
  relevance: 'Best match',
  newest: 'Newest first',
  name: 'Title, A to Z',
  price: 'Price, low to high',
  '-price': 'Price, high to low',
} as const;
export type ProductOrder = keyof typeof ORDERS;

/** History state of a product opened from its list: the list's query. */
export interface FromList {
  list: string;
}

/** Products per page. */
export const PAGE_SIZE = 50;

/** The product filters, as stored in the URL. */
export interface ProductView {
  words: string;
  /** The key of a category, and of a brand; empty for all. */
  category: string;
  brand: string;
  list: ProductList;
  order: ProductOrder;
  /** The page's cursor; empty for the first page. */
  after: string;
}

export const ALL_PRODUCTS: ProductView = {
  words: '',
  category: '',
  brand: '',
  list: 'shown',
  order: 'newest',
  after: '',
};

const MAX_WORDS = 200;
const KEY = /^(?=.{1,60}$)[a-z0-9]+(-[a-z0-9]+)*$/;

const isKeyOf = <Key extends string>(words: Record<Key, string>, text: string): text is Key =>
  Object.hasOwn(words, text);

const usualOrder = (words: string): ProductOrder => (words === '' ? 'newest' : 'relevance');

/** Only lists of visible products can be sorted; the others are sorted newest first. */
export const hasOrder = ({ list }: ProductView) => list === 'shown' || list === 'stocked';

export function viewOf(query: URLSearchParams): ProductView {
  const words = (query.get('q') ?? '').trim().slice(0, MAX_WORDS);
  const key = (name: string) => (KEY.test(query.get(name) ?? '') ? (query.get(name) ?? '') : '');
  const list = query.get('show') ?? '';
  const order = query.get('sort') ?? '';
  const isOrder = isKeyOf(ORDERS, order) && !(order === 'relevance' && words === '');
  return {
    words,
    category: key('category'),
    brand: key('brand'),
    list: isKeyOf(LISTS, list) ? list : 'shown',
    order: isOrder ? order : usualOrder(words),
    after: query.get('after') ?? '',
  };
}

export const queryOf = (view: ProductView) =>
  queryFrom({
    q: view.words,
    category: view.category,
    brand: view.brand,
    show: view.list === 'shown' ? '' : view.list,
    sort: hasOrder(view) && view.order !== usualOrder(view.words) ? view.order : '',
    after: view.after,
  });

const orNone = (value: string) => (value === '' ? undefined : value);

/** The filters of a view as API parameters. */
export const choiceOf = (view: ProductView): ListProductsApiArg => ({
  q: orNone(view.words),
  category: orNone(view.category),
  brand: orNone(view.brand),
  inStock: view.list === 'stocked' || undefined,
  list: view.list === 'shown' || view.list === 'stocked' ? undefined : view.list,
});

/** A page of a view as API parameters. */
export const pageOf = (view: ProductView): ListProductsApiArg => ({
  ...choiceOf(view),
  sort: hasOrder(view) ? view.order : 'newest',
  after: orNone(view.after),
  limit: PAGE_SIZE,
});

/** Whether any filter is active. */
export const isNarrowed = ({ words, category, brand, list }: ProductView) =>
  words !== '' || category !== '' || brand !== '' || list !== 'shown';
