import { describe, expect, it } from 'vitest';
import { isCouponCode } from './cart/coupon';
import { plainCharacters } from './plain-characters';
import table from './plain-characters.cases.txt?raw';
import { isPostalCode } from './places/place';
import { isWholeNumber, quantityOf } from './quantity';
import { vinIn } from './vehicle/vin';

/** Replaces `\u{…}`, which keeps invisible characters visible in the file. */
const unescaped = (text: string) =>
  text.replace(/\\u\{([\da-f]+)\}/g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );

/** The server's tests read the same file. */
const cases = table
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t').map(unescaped) as [string, string]);

describe('pasted text', () => {
  it.each(cases)('%j becomes %j', (pasted, plain) => {
    expect(plainCharacters(pasted)).toBe(plain);
    expect(plainCharacters(plain)).toBe(plain);
  });

  it('is accepted wherever the alphabet is restricted', () => {
    expect(isCouponCode('\u202aAP50\u2011 7KQD\u2011M2XW\u202c')).toBe(true);
    expect(isPostalCode('US', '45402\u20131234')).toBe(true);
    expect(isPostalCode('GB', 'SW1A\u00a01AA\u200e')).toBe(true);
    expect(isWholeNumber('\u202a12\u202c\u00a0')).toBe(true);
    expect(quantityOf('\u202a１２\u202c', { minOrderQuantity: 1 })).toBe(12);
    expect(vinIn('1hgfc2f59\u2011ja\u00a0000000\u200b')).toBe('1HGFC2F59JA000000');
  });
});
