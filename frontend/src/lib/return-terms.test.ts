import { describe, expect, it } from 'vitest';
import type { ReturnTerms } from '../api/contract/generated-types';
import { termsInShort, termsInWords } from './return-terms';

const byCustomer: ReturnTerms = { days: 90, returnable: true, shippingPaidBy: 'customer' };
const byShop: ReturnTerms = { days: 120, returnable: true, shippingPaidBy: 'shop' };
const restockingPercent = 15;

describe('the terms for returning a part', () => {
  it.each<[string, ReturnTerms, string]>([
    ['the usual ones', byCustomer, 'Can be returned for 90 days'],
    ['a day', { ...byCustomer, days: 1 }, 'Can be returned for 1 day'],
    ['free', byShop, 'Can be returned for 120 days; we pay for return shipping'],
    [
      'a fee',
      { ...byCustomer, restockingPercent },
      'Can be returned for 90 days; if you do not need it, you pay for return shipping and we keep 15% as a restocking fee',
    ],
    [
      'only faulty, for at least the shop’s days',
      { days: 14, returnable: false },
      'Can be returned only if something is wrong with it, for 90 days',
    ],
  ])('in short: %s', (_, terms, words) => {
    expect(termsInShort(terms)).toBe(words);
  });

  it.each<[string, ReturnTerms, string]>([
    [
      'the usual ones',
      byCustomer,
      'Send it back within 90 days and get your money back. If you do not need it, you pay for return shipping.',
    ],
    [
      'free',
      byShop,
      'Send it back within 120 days and get your money back. We pay for return shipping.',
    ],
    [
      'a fee',
      { ...byShop, restockingPercent },
      'Send it back within 120 days and get your money back. If you do not need it, we pay for return shipping and keep 15% as a restocking fee.',
    ],
    [
      'fewer days than the shop’s',
      { ...byCustomer, days: 14, restockingPercent },
      'Send it back within 14 days and get your money back. If you do not need it, you pay for return shipping and we keep 15% as a restocking fee. If something is wrong with it, you have 90 days.',
    ],
    [
      'only faulty',
      { days: 120, returnable: false },
      'You can return it within 120 days, but only if something is wrong with it.',
    ],
  ])('in sentences: %s', (_, terms, words) => {
    expect(termsInWords(terms)).toBe(words);
  });
});
