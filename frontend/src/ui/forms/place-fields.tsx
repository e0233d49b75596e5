import { useFormikContext } from 'formik';
import { useMemo, useRef, useState } from 'react';
import { countryChoices } from '../../lib/places/countries';
import type { Place } from '../../lib/places/place';
import { hasRegions, regionChoices, regionLabel, regionWithin } from '../../lib/places/regions';
import { SelectField } from './choice-fields';
import type { ServerErrors } from './server-errors';
import { TextField } from './text-field';

/** The country of the surrounding form. A state of the one before does not stay with another. */
export function CountryField() {
  const { values, setValues } = useFormikContext<Place>();
  const [choices] = useState(countryChoices);
  /** What stood there by country, for who comes back to it. */
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
        // Both at once: the form would judge the region by the country before.
        void setValues({ ...values, country, region });
      }}
    />
  );
}

/** A choice where the shop needs the letters of a state or province, and otherwise whatever is written on parcels. */
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
        // The server checks the postal code against the region: for another region its error does not apply.
        const shown = form.status as ServerErrors | undefined;
        form.setStatus({ ...shown, postalCode: undefined });
      }}
    />
  );
}

export function PostalCodeField() {
  return <TextField name="postalCode" label="Postal code" autoComplete="shipping postal-code" />;
}
