import { expect, it } from 'vitest';
import { readVin, vinIn, vinProblem } from './vin';

const THIS_YEAR = 2026;

/** Example numbers from texts about VINs, and invented ones. */
it.each([
  ['1HGBH41JXMN109186', [1991], 'Honda'],
  ['1M8GDM9AXKP042788', [2019, 1989], undefined],
  ['11111111111111111', [2001], undefined],
])('reads %s', (vin, years, make) => {
  expect(vinProblem(vin)).toBeNull();
  expect(readVin(vin, THIS_YEAR)).toEqual({ years, make, mistyped: false });
});

it.each([
  // Since 2010, the seventh character is a letter, and the year codes start over.
  ['1HGBH4A', 'C', 2012],
  ['1HGBH41', 'C', 1982],
  ['1HGBH4A', 'J', 2018],
  ['1HGBH41', '8', 2008],
  ['1HGBH41', 'Y', 2000],
  ['1HGBH4A', 'V', 2027],
  // Not sold yet, so it can only be from 30 years ago.
  ['1HGBH4A', 'W', 1998],
  ['1HGBH4A', '9', 2009],
])('%s with the year code %s is from %i', (start, sign, year) => {
  expect(readVin(`${start}J0${sign}N109186`, THIS_YEAR).years).toEqual([year]);
});

it.each([
  ['a school bus', '4DRBUC2N9GB000001', [2016, 1986]],
  ['a truck tractor', '1XKDDB9X1CJ000001', [2012, 1982]],
  ['a motorcycle', '1HD1KHM1XCB000001', [2012, 1982]],
])('reads both years of %s, where the seventh character is ambiguous', (_, vin, years) => {
  expect(readVin(vin, THIS_YEAR).years).toEqual(years);
});

it('accepts a filler instead of a check digit outside North America', () => {
  expect(readVin('WBA3B11000F123456', THIS_YEAR).mistyped).toBe(false);
  expect(readVin('WDB2030461A123456', THIS_YEAR).mistyped).toBe(false);
  expect(readVin('JT1GB10E000123456', THIS_YEAR).mistyped).toBe(false);
  // A VIN with a check digit is checked.
  expect(readVin('JHMCM56557C404454', THIS_YEAR).mistyped).toBe(true);
});

it.each(['U', 'Z', '0'])('reads no year from the code %s', (sign) => {
  expect(readVin(`1HGBH41JX${sign}N109186`, THIS_YEAR).years).toEqual([]);
});

it('detects a wrong check digit, and still reads the rest', () => {
  expect(readVin('1HGBH41J0MN109186', THIS_YEAR)).toEqual({
    years: [1991],
    make: 'Honda',
    mistyped: true,
  });
  // Two characters swapped.
  expect(readVin('1HGBH41JXMN109168', THIS_YEAR).mistyped).toBe(true);
  expect(readVin('1HGBH41JWMN109186', THIS_YEAR).mistyped).toBe(true);
});

it.each([
  ['WVWZZZ1KZCW123456', [2012, 1982], 'Volkswagen'],
  ['WVWZZZ1KZ8W123456', [2008], 'Volkswagen'],
  ['TMBZZZ5JZA3012345', [2010, 1980], 'Skoda'],
  ['VF1ZZZ00Z00123456', [], 'Renault'],
])('accepts the European %s, whose ninth character is a Z', (vin, years, make) => {
  expect(readVin(vin, THIS_YEAR)).toEqual({ years, make, mistyped: false });
});

it.each([
  ['', 'too_short'],
  ['1HGBH41JXMN10918', 'too_short'],
  ['1HGBH41JXMN1091866', 'too_long'],
  ['IHGBH41JXMN109186', 'sign'],
  ['1HGBH41JXMN1O9186', 'sign'],
  ['1HGBH41JXMNQ09186', 'sign'],
  ['1HGBH41JXMN10918é', 'sign'],
  ['O', 'sign'],
])('%j is not a VIN: %s', (vin, problem) => {
  expect(vinProblem(vin)).toBe(problem);
});

it('accepts a number with spaces and lower case', () => {
  expect(vinIn(' 1hgbh41jx-mn 109186')).toBe('1HGBH41JXMN109186');
});
