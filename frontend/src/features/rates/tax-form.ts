/** A tax between its form, where numbers are texts, and the shop's API. */
import { boolean, type InferType, object, string } from 'yup';
import { millionths, regionName as regionLimits } from '../../api/generated-limits';
import type { Country, TaxRate, TaxRateFields } from '../../api/generated-types';
import { notTooLong } from '../../lib/text-rules';
import { percent } from './decimals';
import { decimal } from './number-rules';
import type { RowFields } from './rates-form';

/** What tells a tax from another: there is one for each place. */
export const taxKey = ({ country, region }: { country: string; region?: string | null }) =>
  `${country} ${region ?? ''}`;

/** @param others the places that have a tax already */
export const taxSchema = (others: readonly TaxRate[]) =>
  object({
    country: string().required(),
    region: string()
      .trim()
      .default('')
      .test(notTooLong('region', regionLimits))
      .test('new', 'this place already has a tax', (region, { parent }) => {
        const { country } = parent as { country: string };
        return !others.some((other) => taxKey(other) === taxKey({ country, region }));
      }),
    rate: decimal('rate', percent, millionths),
    onShipping: boolean().default(false),
    onCore: boolean().default(false),
  });

export type TaxForm = InferType<ReturnType<typeof taxSchema>>;

export const BLANK_TAX: TaxForm = {
  country: 'US',
  region: '',
  rate: '',
  onShipping: false,
  onCore: false,
};

export const taxFormOf = (tax: TaxRate): TaxForm => ({
  country: tax.country,
  region: tax.region ?? '',
  rate: percent.write(tax.millionths),
  onShipping: tax.onShipping,
  onCore: tax.onCore,
});

/** What is sent of values that the schema has cast. */
export const taxOf = (form: TaxForm): TaxRateFields => ({
  country: form.country as Country,
  ...(form.region !== '' && { region: form.region }),
  // The schema has read it before.
  millionths: percent.read(form.rate) ?? form.rate,
  onShipping: form.onShipping,
  onCore: form.onCore,
});

export const TAX_FIELDS: RowFields = {
  list: 'taxRates',
  fields: {
    country: { field: 'country', label: 'country' },
    region: { field: 'region', label: 'region' },
    millionths: { field: 'rate', label: 'rate' },
  },
};
