/** Converts a tax between its form, where numbers are text, and the API. */
import { boolean, type InferType, object, string } from 'yup';
import { millionths, regionName as regionLimits } from '../../api/contract/generated-types';
import type { Country, TaxRate, TaxRateFields } from '../../api/contract/generated-types';
import { notTooLong } from '../../lib/text-rules';
import type { RowFields } from '../../ui/forms/list-row';
import { percent } from './decimals';
import { decimal } from './number-rules';
import { prefixesOf, prefixesRule, typedPrefixes } from './postal-prefixes';

interface TaxPlace {
  country: string;
  region?: string | null;
  postalPrefixes?: readonly string[] | null;
}

/** Identifies a tax: there is one per place. */
export const taxKey = ({ country, region, postalPrefixes }: TaxPlace) =>
  [country, region ?? '', ...(postalPrefixes ?? [])].join(' ');

/** @param others the places that already have a tax */
export const taxSchema = (others: readonly TaxRate[]) =>
  object({
    country: string().required(),
    region: string()
      .trim()
      .default('')
      .test(notTooLong('region', regionLimits))
      .test('new', 'this place already has a tax', (region, { parent }) => {
        const { country, postalPrefixes: typed } = parent as Record<string, string | undefined>;
        const postalPrefixes = prefixesOf(typed ?? '');
        const key = taxKey({ country: country ?? '', region, postalPrefixes });
        return !others.some((other) => taxKey(other) === key);
      }),
    postalPrefixes: prefixesRule('postal codes'),
    rate: decimal('rate', percent, millionths),
    onShipping: boolean().default(false),
    onCore: boolean().default(false),
  });

export type TaxForm = InferType<ReturnType<typeof taxSchema>>;

export const BLANK_TAX: TaxForm = {
  country: 'US',
  region: '',
  postalPrefixes: '',
  rate: '',
  onShipping: false,
  onCore: false,
};

export const taxFormOf = (tax: TaxRate): TaxForm => ({
  country: tax.country,
  region: tax.region ?? '',
  postalPrefixes: typedPrefixes(tax.postalPrefixes),
  rate: percent.write(tax.millionths),
  onShipping: tax.onShipping,
  onCore: tax.onCore,
});

/** The request fields, from values cast by the schema. */
export const taxOf = (form: TaxForm): TaxRateFields => ({
  country: form.country as Country,
  ...(form.region !== '' && { region: form.region }),
  ...(form.postalPrefixes !== '' && { postalPrefixes: prefixesOf(form.postalPrefixes) }),
  // The schema has already validated it.
  millionths: percent.read(form.rate) ?? form.rate,
  onShipping: form.onShipping,
  onCore: form.onCore,
});

export const TAX_FIELDS: RowFields = {
  list: 'taxRates',
  fields: {
    country: { field: 'country', label: 'country' },
    region: { field: 'region', label: 'region' },
    postalPrefixes: { field: 'postalPrefixes', label: 'postal codes' },
    millionths: { field: 'rate', label: 'rate' },
  },
};
