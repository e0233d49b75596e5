import type { Part } from '../../api/generated-types';
import { isSoldOut } from '../../lib/stock';

/** The orders a list can be read in, with the words that stand in the menu. */
export const SORTINGS = {
  listed: 'As listed',
  name: 'Name, A to Z',
  'price-up': 'Price, low to high',
  'price-down': 'Price, high to low',
} as const;
export type Sorting = keyof typeof SORTINGS;

/** How many parts are added at a time. */
export const STEP = 24;

/** What a visitor has chosen to see, as the page's address holds it. */
export interface ShopView {
  words: string;
  sorting: Sorting;
  inStock: boolean;
  /** How many parts are shown at most. */
  shown: number;
}

const isSorting = (text: string | null): text is Sorting =>
  text !== null && Object.hasOwn(SORTINGS, text);

export function viewOf(query: URLSearchParams): ShopView {
  const sorting = query.get('sort');
  const shown = Number(query.get('show'));
  return {
    words: query.get('q') ?? '',
    sorting: isSorting(sorting) ? sorting : 'listed',
    inStock: query.get('stock') === 'in',
    shown: Number.isSafeInteger(shown) && shown > STEP ? shown : STEP,
  };
}

/** Leaves out what is as usual, so that addresses stay short enough to read. */
export function queryOf({ words, sorting, inStock, shown }: ShopView): URLSearchParams {
  const query = new URLSearchParams();
  if (words !== '') query.set('q', words);
  if (sorting !== 'listed') query.set('sort', sorting);
  if (inStock) query.set('stock', 'in');
  if (shown > STEP) query.set('show', String(shown));
  return query;
}

/** Whether it takes the whole catalogue to say what comes first. */
export const isRefined = ({ words, sorting, inStock }: ShopView) =>
  words.trim() !== '' || sorting !== 'listed' || inStock;

/** Letters without their case and accents: `Kühler` is found as `kuhler`. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

const COMPARISONS: Record<Sorting, ((a: Part, b: Part) => number) | null> = {
  listed: null,
  name: (a, b) => byName.compare(a.title, b.title),
  'price-up': (a, b) => a.price - b.price,
  'price-down': (a, b) => b.price - a.price,
};

/** The parts that have every word in title or description; unsorted, those with all in the title come first. */
export function partsIn(view: ShopView, parts: Part[]): Part[] {
  const words = plain(view.words).split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => text.includes(word));

  const found = parts
    .filter((part) => !view.inStock || !isSoldOut(part))
    .map((part) => ({ part, title: plain(part.title), desc: plain(part.desc) }))
    .filter(({ title, desc }) => has(`${title} ${desc}`))
    .map(({ part, title }) => ({ part, inTitle: has(title) }));

  const compare = COMPARISONS[view.sorting];
  if (compare) found.sort((a, b) => compare(a.part, b.part));
  else found.sort((a, b) => Number(b.inTitle) - Number(a.inTitle));
  return found.map(({ part }) => part);
}
