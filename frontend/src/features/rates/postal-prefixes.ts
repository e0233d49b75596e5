/** Postal code prefixes, as typed: `35, 38`. */
import { array, string } from 'yup';
import {
  postalPrefix,
  postalPrefixPattern,
  shippingMethodFieldsMaxItems,
} from '../../api/contract/generated-types';
import { plainCharacters } from '../../lib/plain-characters';
import { validation } from '../../lib/texts';

const most = shippingMethodFieldsMaxItems.postalPrefixes;

/** The texts between commas. */
export const prefixesOf = (typed: string): string[] =>
  plainCharacters(typed)
    .split(/[,;\n]/)
    .map((prefix) => prefix.trim())
    .filter((prefix) => prefix !== '');

export const typedPrefixes = (prefixes: readonly string[] | undefined): string =>
  (prefixes ?? []).join(', ');

const one = string().max(postalPrefix.maxLength).matches(postalPrefixPattern);
const all = array(one);

/** Validates postal code prefixes. */
export const prefixesRule = (label: string) =>
  string()
    .trim()
    .default('')
    .test('prefixes', `${label} must be prefixes separated by commas, such as 35, 38`, (typed) =>
      all.isValidSync(prefixesOf(typed)),
    )
    .test('most', validation.tooMany(label, most), (typed) => prefixesOf(typed).length <= most)
    .test('once', `${label} must not repeat a prefix`, (typed) => {
      const keys = prefixesOf(typed).map((prefix) => prefix.replace(/[ -]/g, '').toUpperCase());
      return new Set(keys).size === keys.length;
    });

/** `postal codes 35, 38`; undefined for all of them. */
export const prefixesInWords = (prefixes: readonly string[] | undefined): string | undefined =>
  prefixes === undefined || prefixes.length === 0
    ? undefined
    : `postal codes ${prefixes.join(', ')}`;
