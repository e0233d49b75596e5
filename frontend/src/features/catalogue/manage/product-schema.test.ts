import { describe, expect, it } from 'vitest';
import { ValidationError } from 'yup';
import { productSchema } from './product-schema';

const good = {
  title: 'Alternator, 120 A',
  desc: 'Charges the battery.',
  img: '/catalogue/alternator.svg',
  minOrderQuantity: '10',
  available: '7500',
  price: '38.50',
  pack: '',
  core: '',
};

/** The first message of each field. */
function messages(changed: Partial<typeof good>): string[] {
  try {
    productSchema.validateSync({ ...good, ...changed }, { abortEarly: false });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    const first = new Map<string, string>();
    for (const { path = '', message } of error.inner) {
      if (!first.has(path)) first.set(path, message);
    }
    return [...first.values()];
  }
}

describe('a product', () => {
  it('requires six fields', () => {
    expect(messages({})).toEqual([]);
    const nothing = {
      title: '',
      desc: ' ',
      img: '',
      minOrderQuantity: '',
      available: '',
      price: '',
    };
    expect(messages(nothing)).toEqual([
      'title is required',
      'description is required',
      'image is required',
      'minimum order is required',
      'available quantity is required',
      'price is required',
    ]);
  });

  it.each([
    [{ price: 'cheap' }, 'price must be a number'],
    [{ price: '1e3' }, 'price must be a number'],
    [{ price: '1.005' }, 'price must have at most two decimals'],
    [{ price: '0' }, 'price must be from 0.01 to 999,999.99'],
    [{ price: '1000000' }, 'price must be from 0.01 to 999,999.99'],
    [{ minOrderQuantity: '1.5' }, 'minimum order must be a whole number'],
    [{ minOrderQuantity: '0' }, 'minimum order must be from 1 to 1,000,000'],
    [{ pack: '3' }, 'minimum order 10 is not a whole number of packs'],
    [{ pack: '0' }, 'pieces in a pack must be from 1 to 10,000'],
    [{ core: '1.005' }, 'core charge must have at most two decimals'],
    [{ core: '100000' }, 'core charge must be from 0 to 99,999.99'],
    [{ available: '-1' }, 'available quantity must be from 0 to 1,000,000,000'],
    [{ title: 'x'.repeat(121) }, 'title must be at most 120 characters'],
    [{ desc: 'x'.repeat(4001) }, 'description must be at most 4000 characters'],
  ])('rejects %o', (changed, message) => {
    expect(messages(changed)).toEqual([message]);
  });

  it('may be sold in packs, with a core charge', () => {
    expect(messages({ pack: '5', core: '60' })).toEqual([]);
  });

  it.each(['0.01', '999999.99', '7', '1.500'])('accepts %s as a price', (price) => {
    expect(messages({ price })).toEqual([]);
  });

  it.each([
    'http://a.b/c',
    'javascript:alert(1)',
    '//evil.example/x',
    'https://user:pw@host/x',
    '/../etc/passwd',
    'https://',
    'a.png',
  ])('rejects %s as a picture', (img) => {
    expect(messages({ img })).toEqual(['provide an https address, or a path of this shop']);
  });

  it('accepts pictures over https', () => {
    expect(messages({ img: 'https://img.example.com/a.png?w=480' })).toEqual([]);
  });
});
