/**
 * Decodes year and maker from a vehicle identification number, by 49 CFR 565: the check digit, and
 * the code of the model year. Nothing here stores or sends a number.
 */
import { plainCharacters } from '../plain-characters';
import { MAKERS } from './makers';

export const VIN_LENGTH = 17;

/** Why a text is not a VIN. */
export type VinProblem = 'too_short' | 'too_long' | 'sign';

export interface Vin {
  /**
   * The possible model years, most likely first; empty if unknown. The codes repeat after 30 years.
   */
  years: number[];
  /** The maker's name; undefined if its code is not in the table. */
  make?: string;
  /** The check digit does not match the other characters: there may be a typo. */
  mistyped: boolean;
}

/** The value of each character in the check digit's sum; a VIN never contains I, O or Q. */
const VALUES = new Map<string, number>();
for (const [digit, letters] of '0 1AJ 2BKS 3CLT 4DMU 5ENV 6FW 7GPX 8HY 9RZ'.split(' ').entries()) {
  for (const sign of letters.split('')) VALUES.set(sign, digit);
}

const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const CHECKED_BY = 11;
const CHECK_AT = 8;
const YEAR_AT = 9;

/** The codes of model years in order, from 1980, repeating after 30 years. */
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789';
const FIRST_YEAR = 1980;
/** Next year's models are sold this year. */
const YEARS_AHEAD = 1;

/** A VIN in upper case, without spaces and hyphens. */
export const vinIn = (text: string) => plainCharacters(text).toUpperCase().replace(/[\s-]/g, '');

/** The first problem with the text so far; null for 17 valid characters. */
export function vinProblem(vin: string): VinProblem | null {
  if (/[^0-9A-HJ-NPR-Z]/.test(vin)) return 'sign';
  if (vin.length === VIN_LENGTH) return null;
  return vin.length < VIN_LENGTH ? 'too_short' : 'too_long';
}

/**
 * Decodes a VIN.
 * @param vin 17 characters, see `vinProblem`
 * @param thisYear models after the next year are not sold yet
 */
export function readVin(vin: string, thisYear: number): Vin {
  const make = makerOf(vin);
  const check = vin.charAt(CHECK_AT);
  const matches = check === checkDigitOf(vin);
  const mayDiffer = isEuropean(vin) || (!isNorthAmerican(vin) && FILLERS.includes(check));
  // The seventh character distinguishes the two 30-year cycles for cars and light trucks of North
  // America, not for heavy vehicles and motorcycles. The makers in the table make cars.
  const isCycleKnown = make !== undefined && !isEuropean(vin) && (matches || isNorthAmerican(vin));
  return {
    years: yearsOf(vin, isCycleKnown, thisYear + YEARS_AHEAD),
    make,
    mistyped: !matches && !mayDiffer,
  };
}

const isNorthAmerican = (vin: string) => /^[1-57]/.test(vin);

/** European makers may use any character where others have the check digit. */
const isEuropean = (vin: string) => /^[S-Z]/.test(vin);

/** Placeholders that makers elsewhere use instead of a check digit. */
const FILLERS = 'Z0';

function checkDigitOf(vin: string): string {
  const sum = WEIGHTS.reduce(
    (all, weight, at) => all + weight * (VALUES.get(vin.charAt(at)) ?? 0),
    0,
  );
  const rest = sum % CHECKED_BY;
  return rest === CHECKED_BY - 1 ? 'X' : String(rest);
}

function yearsOf(vin: string, isCycleKnown: boolean, latest: number): number[] {
  const code = YEAR_CODES.indexOf(vin.charAt(YEAR_AT));
  if (code < 0) return [];
  const early = FIRST_YEAR + code;
  const late = early + YEAR_CODES.length;
  // A digit until 2009, a letter since.
  const isLate = !/\d/.test(vin.charAt(6));
  const likely = isCycleKnown ? [isLate ? late : early] : [late, early];
  const possible = likely.filter((year) => year <= latest);
  return possible.length > 0 ? possible : [early];
}

/** The first three characters identify the maker. */
const makerOf = (vin: string): string | undefined => MAKERS[vin.slice(0, 3)];
