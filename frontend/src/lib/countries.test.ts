import { describe, expect, it } from 'vitest';
import types from '../api/generated-types.ts?raw';
import { COUNTRIES, countryName, placeName, regionsOf } from './countries';

describe('countries', () => {
  it('are those that the server takes', () => {
    const [, listed = ''] = /export type Country =([^;]+);/.exec(types) ?? [];
    const taken = [...listed.matchAll(/'(\w\w)'/g)].map(([, code]) => code);
    expect(taken).toHaveLength(249);
    expect(COUNTRIES.map(({ code }) => code).sort()).toEqual(taken.sort());
  });

  it('have names, and are in their order', () => {
    expect(COUNTRIES.find(({ code }) => code === 'US')?.name).toBe('United States');
    expect(COUNTRIES.filter(({ code, name }) => code === name)).toEqual([]);
    expect(COUNTRIES[0]?.name).toBe('Afghanistan');
    expect(countryName('no country')).toBe('no country');
  });

  it('have regions by two letters where the shop asks for them', () => {
    expect(regionsOf('US')).toContainEqual({ code: 'OH', name: 'Ohio' });
    expect(regionsOf('CA')).toHaveLength(13);
    expect(regionsOf('DE')).toBeUndefined();
    expect(placeName('US', 'OH')).toBe('Ohio, United States');
    expect(placeName('DE', 'Bayern')).toBe('Bayern, Germany');
    expect(placeName('US')).toBe('United States');
  });
});
