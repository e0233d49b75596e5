import { useFormikContext } from 'formik';
import { useMemo, useRef, useState } from 'react';
import { countryChoices } from '../../lib/places/countries';
import type { Place } from '../../lib/places/place';
import { hasRegions, regionChoices, regionLabel, regionWithin } from '../../lib/places/regions';
import { SelectField } from './choice-fields';
import type { ServerErrors } from './server-errors';
import { TextField } from './text-field';

/**
 * The country of the surrounding form. Changing it does not keep a state of the previous country.
 */
export function CountryField() {
  const { values, setValues } = useFormikContext<Place>();
  const [choices] = useState(countryChoices);
  /** The region entered for each country, to restore it when the user switches back. */
  const regions = useRef(new Map<string, string>());
  return (
    <SelectField
      name="country"
      label="Country"
      choices={choices}
      autoComplete="shipping country"
      onEdit={(country) => {
        regions.current.set(values.country, values.region);
        const kept = regionWithin(country, values.region, values.country);
        const region = kept === '' ? (regions.current.get(country) ?? '') : kept;
        // Both at once: otherwise the form would validate the region against the previous country.
        void setValues({ ...values, country, region });
      }}
    />
  );
}

/**
 * A select where the shop needs the two-letter code of a state or province; otherwise free text, as
 * written on parcels.
 */
export function RegionField() {
  const form = useFormikContext<Place>();
  const { country } = form.values;
  const field = {
    name: 'region',
    label: regionLabel(country),
    autoComplete: 'shipping address-level1',
  };
  const choices = useMemo(
    () => [{ value: '', label: 'Please choose' }, ...regionChoices(country)],
    [country],
  );
  if (!hasRegions(country)) return <TextField {...field} />;
  return (
    <SelectField
      {...field}
      choices={choices}
      onEdit={() => {
        // The server checks the postal code against the region: after a change of region its error
        // does not apply.
        const shown = form.status as ServerErrors | undefined;
        form.setStatus({ ...shown, postalCode: undefined });
      }}
    />
  );
}

export function PostalCodeField() {
  return <TextField name="postalCode" label="Postal code" autoComplete="shipping postal-code" />;
}
