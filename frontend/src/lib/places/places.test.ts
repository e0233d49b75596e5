import { describe, expect, it } from 'vitest';
import types from '../../api/contract/generated-types.ts?raw';
import { countryChoices, countryName, COUNTRIES } from './countries';
import { isPostalCode, knownPlace } from './place';
import { readPlace, savePlace } from './place-storage';
import { placeName, regionChoices, regionWithin } from './regions';

describe('countries', () => {
  it('are all sorted by name, the likely ones first', () => {
    const labels = countryChoices().map(({ label }) => label);
    expect(labels.slice(0, 3)).toEqual(['United States', 'Canada', 'Afghanistan']);
    expect(new Set(labels).size).toBe(COUNTRIES.length);
    expect(countryName('DE')).toBe('Germany');
    expect(countryName('XX')).toBe('XX');
    expect(COUNTRIES.filter(({ code, name }) => code === name)).toEqual([]);
  });

  it('are those that the server accepts', () => {
    const [, listed = ''] = /export type Country =([^;]+);/.exec(types) ?? [];
    const taken = [...listed.matchAll(/'(\w\w)'/g)].map(([, code]) => code);
    expect(taken).toHaveLength(249);
    expect(COUNTRIES.map(({ code }) => code).sort()).toEqual(taken.sort());
  });
});

describe('regions', () => {
  it('are the states and provinces', () => {
    expect(regionChoices('US')).toContainEqual({ value: 'OH', label: 'OH Ohio' });
    expect(regionChoices('CA')).toContainEqual({ value: 'ON', label: 'ON Ontario' });
    expect(regionChoices('DE')).toEqual([]);
    expect(placeName('US', 'OH')).toBe('Ohio, United States');
    expect(placeName('DE', 'Bayern')).toBe('Bayern, Germany');
    expect(placeName('US')).toBe('United States');
  });

  it.each([
    ['US', 'Maine', 'GB', 'ME'],
    ['US', 'me', 'GB', 'ME'],
    ['CA', 'ME', 'US', ''],
    ['DE', 'ME', 'US', ''],
    ['DE', 'Bayern', 'AT', 'Bayern'],
  ])('stay when the country becomes %s, if they are there: %s', (country, region, before, left) => {
    expect(regionWithin(country, region, before)).toBe(left);
  });
});

describe('a place', () => {
  it.each([
    ['US', '45402', true],
    ['US', '45402-1234', true],
    ['US', '4540', false],
    ['US', '454021234', false],
    ['CA', 'k1a 0b1', true],
    ['CA', 'K1A0B1', true],
    ['CA', 'D1A 0B1', false],
    ['CA', 'W1A 0B1', false],
    ['CA', 'K1O 0B1', false],
    ['CA', '45402', false],
    ['GB', 'SW1A 1AA', true],
    ['GB', '?', false],
    ['GB', '-', false],
    ['GB', '123456789012', true],
    ['GB', '1234567890123', false],
  ])('validates its postal code by country: %s %s', (country, code, fits) => {
    expect(isPostalCode(country, code)).toBe(fits);
  });

  it('is known when shipping and tax can be computed for it', () => {
    const place = { country: 'US', region: 'ME', postalCode: ' 04101 ' };
    expect(knownPlace(place)).toEqual({ country: 'US', region: 'ME', postalCode: '04101' });
    expect(knownPlace({ ...place, region: '' })).toBeUndefined();
    expect(knownPlace({ ...place, postalCode: '' })).toBeUndefined();
    expect(knownPlace({ ...place, postalCode: '041' })).toBeUndefined();
    expect(knownPlace({ country: '', region: '', postalCode: '' })).toBeUndefined();
    expect(knownPlace({ country: 'IE', region: '', postalCode: '' })).toEqual({ country: 'IE' });
  });

  it('is restored after a reload', () => {
    expect(readPlace()).toBeNull();
    const place = { country: 'IE', region: '', postalCode: '' };
    savePlace(place);
    expect(readPlace()).toEqual(place);
    savePlace(null);
    expect(sessionStorage).toHaveLength(0);
  });
});
