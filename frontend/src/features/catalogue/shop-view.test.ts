import { describe, expect, it } from 'vitest';
import { EVERYTHING, appliedFilters, queryOf, searchOf, viewOf, type ShopView } from './shop-view';

const view: ShopView = {
  words: 'brake disc',
  category: 'brake-discs',
  vehicle: '2018/honda/civic/2.0l-l4-gas',
  brands: ['orvant', 'kaldera'],
  conditions: ['new', 'used'],
  priceFrom: '12.50',
  priceTo: '80',
  attributes: ['Diameter=300 mm', 'Fit=left, front'],
  inStock: true,
  sorting: 'price-up',
  shown: 48,
};

describe('the URL', () => {
  it('round-trips the filters', () => {
    const query = queryOf(view);
    expect(query.toString()).toBe(
      'q=brake+disc&vehicle=2018%2Fhonda%2Fcivic%2F2.0l-l4-gas&category=brake-discs&brand=orvant%2Ckaldera&condition=new%2Cused&priceFrom=12.50' +
        '&priceTo=80&attribute=Diameter%3D300+mm&attribute=Fit%3Dleft%2C+front&stock=in&sort=price-up&show=48',
    );
    expect(viewOf(query)).toEqual(view);
  });

  it('has no query when nothing is chosen', () => {
    expect(queryOf(EVERYTHING).toString()).toBe('');
    expect(viewOf(new URLSearchParams())).toEqual(EVERYTHING);
    expect(appliedFilters(EVERYTHING, String)).toEqual([]);
  });

  it('sorts by best match for a search, and otherwise by newest', () => {
    expect(viewOf(new URLSearchParams('q=disc')).sorting).toBe('best');
    expect(viewOf(new URLSearchParams('sort=best')).sorting).toBe('newest');
    expect(queryOf({ ...EVERYTHING, words: 'disc' }).toString()).toBe('q=disc&sort=newest');
  });

  it('ignores invalid values', () => {
    const wild =
      'sort=toString&stock=maybe&show=-1e9&category=No+Key&brand=,Ä,&condition=toString&priceFrom=0&priceTo=a&attribute=Size';
    expect(viewOf(new URLSearchParams(wild))).toEqual(EVERYTHING);
    expect(viewOf(new URLSearchParams('show=1000000')).shown).toBe(1000);
  });
});

describe('the API query', () => {
  it('contains every filter', () => {
    expect(searchOf(view)).toEqual({
      q: 'brake disc',
      vehicle: '2018/honda/civic/2.0l-l4-gas',
      category: 'brake-discs',
      brand: 'orvant,kaldera',
      condition: 'new,used',
      priceFrom: '12.50',
      priceTo: '80',
      attribute: ['Diameter=300 mm', 'Fit=left, front'],
      inStock: true,
      sort: 'price',
    });
  });

  it('omits unset filters', () => {
    expect(searchOf(EVERYTHING)).toEqual({ sort: 'newest' });
  });
});

describe('applied filters', () => {
  it('are named, and each can be removed separately', () => {
    const filters = appliedFilters(view, (key) => key.toUpperCase());
    expect(filters.map(({ label }) => label)).toEqual([
      'ORVANT',
      'KALDERA',
      'New',
      'Used',
      '$12.50 to $80',
      'Diameter: 300 mm',
      'Fit: left, front',
      'In stock',
    ]);
    const without = (label: string) => ({
      ...view,
      ...filters.find((filter) => filter.label === label)?.without,
    });
    expect(without('ORVANT').brands).toEqual(['kaldera']);
    expect(without('Used').conditions).toEqual(['new']);
    expect(without('Diameter: 300 mm').attributes).toEqual(['Fit=left, front']);
    expect(without('$12.50 to $80')).toMatchObject({ priceFrom: '', priceTo: '' });
    expect(without('In stock').inStock).toBe(false);
  });

  it('describe a price with only one bound', () => {
    const labels = (bounds: Partial<ShopView>) =>
      appliedFilters({ ...EVERYTHING, ...bounds }, String).map(({ label }) => label);
    expect(labels({ priceFrom: '5' })).toEqual(['From $5']);
    expect(labels({ priceTo: '9.90' })).toEqual(['Up to $9.90']);
  });
});
