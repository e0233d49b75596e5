import { postalCode as limits, postalCodePattern } from '../../api/contract/generated-types';
import type { PlaceFields } from '../../api/contract/generated-types';
import { plainCharacters } from '../plain-characters';
import { isCountry } from './countries';
import { hasRegions } from './regions';

/** The parts of an address that shipping and tax depend on, as typed. */
export interface Place {
  country: string;
  region: string;
  postalCode: string;
}

const SHAPES: Partial<Record<string, RegExp>> = {
  US: /^\d{5}(-\d{4})?$/,
  // Canada Post does not use D, F, I, O, Q and U, and no code begins with W or Z.
  CA: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z][ -]?\d[ABCEGHJ-NPRSTV-Z]\d$/i,
};

/**
 * Whether a postal code has its country's format. Only the server checks that it is in the region.
 */
export function isPostalCode(country: string, typed: string): boolean {
  const code = plainCharacters(typed).trim();
  if (!postalCodePattern.test(code) || code.length > limits.maxLength) return false;
  return SHAPES[country]?.test(code) ?? true;
}

/** The place in request format; undefined while it is incomplete or invalid. */
export function knownPlace({ country, region, postalCode }: Place): PlaceFields | undefined {
  const [part, code] = [region.trim(), plainCharacters(postalCode).trim()];
  if (!isCountry(country)) return undefined;
  if (hasRegions(country) && (part === '' || code === '')) return undefined;
  if (code !== '' && !isPostalCode(country, code)) return undefined;
  return {
    country,
    ...(part !== '' && { region: part }),
    ...(code !== '' && { postalCode: code }),
  };
}
