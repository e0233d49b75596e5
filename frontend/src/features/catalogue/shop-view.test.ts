import { describe, expect, it } from 'vitest';
import { aPart } from '../../testing/fixtures';
import { isRefined, partsIn, queryOf, viewOf, type ShopView } from './shop-view';

const part = (title: string, desc: string, price: number, available = 100) =>
  aPart({ _id: title, title, desc, price, available });

const pads = part('Brake pads', 'Four pads for a ventilated disc.', 14.2);
const disc = part('Brake disc', 'Sheds heat and dust.', 28.6);
const plug = part('Spark plug', 'Iridium, for engines of every kind.', 3.4, 3);
const cooler = part('Kühler', 'Aluminium core with plastic tanks.', 79);
const all = [pads, disc, plug, cooler];

const usual: ShopView = { words: '', sorting: 'listed', inStock: false, shown: 24 };
const titles = (view: Partial<ShopView>) =>
  partsIn({ ...usual, ...view }, all).map(({ title }) => title);

describe('what the shop shows', () => {
  it('is everything as listed when nothing is chosen', () => {
    expect(titles({})).toEqual(['Brake pads', 'Brake disc', 'Spark plug', 'Kühler']);
  });

  it('has every word, in title or description, in any order and case', () => {
    expect(titles({ words: 'DUST brake' })).toEqual(['Brake disc']);
    expect(titles({ words: '  brake   ' })).toEqual(['Brake pads', 'Brake disc']);
    expect(titles({ words: 'brake plug' })).toEqual([]);
  });

  it('puts parts that are called so before those that only mention it', () => {
    expect(titles({ words: 'disc' })).toEqual(['Brake disc', 'Brake pads']);
  });

  it('finds accented words without the accent', () => {
    expect(titles({ words: 'kuhler' })).toEqual(['Kühler']);
  });

  it('is sorted by name or price', () => {
    expect(titles({ sorting: 'name' })).toEqual([
      'Brake disc',
      'Brake pads',
      'Kühler',
      'Spark plug',
    ]);
    expect(titles({ sorting: 'price-up' })).toEqual([
      'Spark plug',
      'Brake pads',
      'Brake disc',
      'Kühler',
    ]);
    expect(titles({ sorting: 'price-down' })).toEqual([
      'Kühler',
      'Brake disc',
      'Brake pads',
      'Spark plug',
    ]);
  });

  it('leaves out what nobody can order now', () => {
    expect(titles({ inStock: true })).toEqual(['Brake pads', 'Brake disc', 'Kühler']);
  });
});

describe('the address', () => {
  it('holds what was chosen and gives it back', () => {
    const view: ShopView = { words: 'brake disc', sorting: 'price-up', inStock: true, shown: 48 };
    const query = queryOf(view);
    expect(query.toString()).toBe('q=brake+disc&sort=price-up&stock=in&show=48');
    expect(viewOf(query)).toEqual(view);
  });

  it('is bare when nothing is chosen', () => {
    expect(queryOf(usual).toString()).toBe('');
    expect(viewOf(new URLSearchParams())).toEqual(usual);
    expect(isRefined(usual)).toBe(false);
  });

  it('does not believe everything', () => {
    const view = viewOf(new URLSearchParams('sort=toString&stock=maybe&show=-1e9'));
    expect(view).toEqual(usual);
  });
});
