import { describe, expect, it } from 'vitest';
import {
  aListing,
  aNewPart,
  aPart,
  aPartRecord,
  invalidFields,
  WHOLE_LISTING,
  WHOLE_PART,
} from '../../../testing/fixtures';
import type { ApiError } from '../../../api/contract/problem';
import {
  callsFor,
  detailsOf,
  differences,
  formOf,
  keyFor,
  listingOf,
  merge,
  newPartOf,
  refusedFields,
} from './product-form';
import { BLANK } from './product-schema';

const disc = formOf(
  aPartRecord({
    listing: aListing({
      brand: 'norvane',
      condition: 'used',
      listPrice: 42.5,
      numbers: [{ kind: 'oem', maker: 'Honda', number: '388-A' }],
      attributes: [{ name: 'Voltage', value: '12', unit: 'V' }],
      pictures: [{ img: '/catalogue/a.svg' }],
      weight: 5900,
      universal: true,
    }),
  }),
);

describe('a product in the form', () => {
  it('is sent unchanged', () => {
    const record = aPartRecord({ part: aPart(WHOLE_PART), listing: WHOLE_LISTING });
    expect(newPartOf(formOf(record))).toEqual({ ...WHOLE_PART, listing: WHOLE_LISTING });
    expect(newPartOf(formOf(aPartRecord()))).toEqual(aNewPart());
    expect(listingOf(BLANK)).toBeUndefined();
  });

  it('is equal if only the format of a price differs', () => {
    expect(differences(disc, { ...disc, price: '38.50', title: ' Alternator ' })).toEqual([]);
    expect(differences(disc, { ...disc, price: '38.51', available: '1' })).toEqual(['price']);
  });

  it('keeps its pack size and core charge, which the API removes when they are not sent', () => {
    const form = formOf(aPartRecord({ part: aPart({ pack: 5, core: 60 }) }));
    expect(detailsOf(form)).toMatchObject({ pack: 5, core: 60 });
    expect(detailsOf({ ...form, pack: '', core: '' })).toMatchObject({
      pack: undefined,
      core: undefined,
    });
    expect(differences(disc, { ...disc, pack: '1', core: '0.00' })).toEqual([]);
    expect(differences(disc, { ...disc, pack: '2', core: '1' })).toEqual(['pack', 'core']);
    expect(callsFor(['core'])).toEqual({ details: true, listing: false });
  });

  it('makes the calls that its changes need', () => {
    expect(callsFor([])).toEqual({ details: false, listing: false });
    expect(callsFor(['price'])).toEqual({ details: true, listing: false });
    expect(callsFor(['price', 'numbers'])).toEqual({ details: true, listing: true });
  });

  it('shows errors under their fields, in rows too', () => {
    const error: ApiError = {
      kind: 'problem',
      status: 422,
      problem: invalidFields(
        {
          field: 'listing.numbers[1].number',
          code: 'not_a_gtin',
          message: 'listing.numbers[1].number must be a GTIN',
        },
        { field: 'category', code: 'unknown', message: 'category does not exist' },
      ),
    };
    expect(refusedFields(error)).toEqual({
      'numbers[1].number': 'number must be a GTIN',
      category: 'category does not exist',
    });
  });
});

describe('concurrent edits of one product', () => {
  const theirs = { ...disc, price: '40', weight: '6100' };

  it('are merged where they changed different fields', () => {
    const mine = { ...disc, title: 'Alternator, 120 A' };
    expect(merge(disc, mine, theirs)).toEqual({
      values: { ...mine, price: '40', weight: '6100' },
      both: [],
      taken: ['price', 'weight'],
    });
  });

  it('keep the form’s value where both changed the same field', () => {
    const mine = { ...disc, price: '37' };
    const { values, both, taken } = merge(disc, mine, theirs);
    expect({ both, taken }).toEqual({ both: ['price'], taken: ['weight'] });
    expect(values.price).toBe('37');
    expect(values.weight).toBe('6100');
  });

  it('do not conflict where both have the same value', () => {
    expect(merge(disc, { ...disc, price: '40.00' }, theirs).both).toEqual([]);
  });

  it('include the new stock without a conflict', () => {
    const part = aPart({ available: 3 });
    const current = { ...theirs, available: String(part.available) };
    expect(merge(disc, disc, current).values.available).toBe('3');
  });
});

it.each([
  ['Norvane', 'norvane'],
  ['Škoda & Söhne', 'skoda-sohne'],
  ['  A.B.  ', 'a-b'],
  ['Quillon', 'quillon-3'],
  ['東', 'kfl'],
])('makes a key of %s', (name, key) => {
  const taken = ['quillon', 'quillon-2'];
  expect(keyFor(name, taken)).toBe(key);
});
