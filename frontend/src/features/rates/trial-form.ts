/** Converts a test order between its form and the API. */
import { boolean, type InferType, object, string } from 'yup';
import {
  grams,
  postalCode as postalLimits,
  regionName as regionLimits,
  totalDollars,
} from '../../api/contract/generated-types';
import type {
  Country,
  TaxRate,
  TriedRates,
  TrialRequest,
} from '../../api/contract/generated-types';
import { countryName } from '../../lib/places/countries';
import { hasRegions, regionName } from '../../lib/places/regions';
import { sumOf } from '../../lib/format';
import { plainCharacters } from '../../lib/plain-characters';
import { notTooLong } from '../../lib/text-rules';
import { validation } from '../../lib/texts';
import { plainText } from '../../ui/forms/plain-text';
import { dollars, kilograms, percent, shareOf } from './decimals';
import { decimal, inCents, optionalDecimal } from './number-rules';

export const trialSchema = object({
  country: string().required(),
  region: string()
    .trim()
    .default('')
    .test(notTooLong('region', regionLimits))
    .when('country', ([country], schema) =>
      !hasRegions(String(country))
        ? schema
        : schema.required(validation.required('state or province')),
    ),
  postalCode: plainText().default('').test(notTooLong('postal code', postalLimits)),
  // A weight of zero means unknown.
  kilograms: optionalDecimal('weight', kilograms, { ...grams, minimum: 0 }),
  goods: decimal('goods', dollars, inCents(totalDollars)),
  cores: optionalDecimal('core', dollars, inCents(totalDollars)),
  hazmat: boolean().default(false),
});

export type TrialForm = InferType<typeof trialSchema>;

/** @param country the most likely destination, judging by the rates */
export const blankTrial = (country = 'US'): TrialForm => ({
  country,
  region: '',
  postalCode: '',
  kilograms: '',
  goods: '',
  cores: '',
  hazmat: false,
});

/** The request, from values cast by the schema. */
export function trialOf(form: TrialForm): TrialRequest {
  const weight = kilograms.read(form.kilograms) ?? 0;
  return {
    country: form.country as Country,
    ...(form.region !== '' && { region: form.region }),
    ...(form.postalCode !== '' && { postalCode: form.postalCode }),
    ...(weight > 0 && { grams: weight }),
    hazmat: form.hazmat,
    goods: Number(form.goods),
    ...(form.cores !== '' && { cores: Number(form.cores) }),
  };
}

export const TRIAL_LABELS = {
  country: 'country',
  region: 'region',
  postalCode: 'postal code',
  grams: 'weight',
  goods: 'goods',
  cores: 'core',
};

/** The charges of the order. */
export interface Charges {
  /** The cheapest method, which applies until customers choose one. */
  shipping?: { name: string; price: number };
  /** There are shipping methods, but none for this order. */
  unshippable: boolean;
  taxLabel: string;
  tax: number;
  /** Undefined if it exceeds the exact range of numbers. */
  total?: number;
}

/** Adds up the charges of the test order. */
export function chargesOf(
  tried: TriedRates,
  trial: TrialRequest,
  rates: { anyActive: boolean; taxRates: readonly TaxRate[] },
): Charges {
  const offered = tried.shipping.flatMap(({ name, price }) =>
    price === undefined ? [] : [{ name, price }],
  );
  const [shipping] = offered.sort((one, other) => one.price - other.price);
  const taxOnShipping =
    shipping && tried.onShipping ? shareOf(shipping.price, tried.millionths) : 0;
  const unshippable = rates.anyActive && shipping === undefined;
  const tax = sumOf([tried.tax ?? 0, taxOnShipping]);
  const costs = [Number(trial.goods), Number(trial.cores ?? 0), shipping?.price ?? 0, tax];
  return {
    shipping,
    unshippable,
    taxLabel: taxLabel(tried.millionths, trial, rates.taxRates),
    tax,
    total: unshippable || tried.tax === undefined ? undefined : sumOf(costs),
  };
}

/**
 * `Tax, Ohio 5.75%`: of the postal code or the region if it has its own tax, or else of the
 * country.
 */
function taxLabel(
  millionths: number,
  { country, region, postalCode }: TrialRequest,
  taxes: readonly TaxRate[],
): string {
  const rate = `${percent.write(millionths)}%`;
  const key = (code: string) => plainCharacters(code).replace(/[ -]/g, '').toUpperCase();
  const code = key(postalCode ?? '');
  const here = taxes.filter((tax) => tax.country === country);
  const isOfCode = here.some(({ postalPrefixes = [] }) =>
    postalPrefixes.some((prefix) => code.startsWith(key(prefix))),
  );
  if (isOfCode) return `Tax, ${countryName(country)} ${postalCode ?? ''} ${rate}`;
  const others = here.filter(({ postalPrefixes = [] }) => postalPrefixes.length === 0);
  const ofRegion = region ?? '';
  if (ofRegion !== '' && others.some((tax) => tax.region?.toLowerCase() === ofRegion.toLowerCase()))
    return `Tax, ${regionName(country, ofRegion)} ${rate}`;
  return others.some((tax) => tax.region === undefined)
    ? `Tax, ${countryName(country)} ${rate}`
    : 'No tax there';
}
