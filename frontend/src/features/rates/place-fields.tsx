import { useField, useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import { COUNTRIES } from '../../lib/places/countries';
import { hasRegions, regionChoices } from '../../lib/places/regions';
import { SelectField } from '../../ui/forms/choice-fields';
import { TextField } from '../../ui/forms/text-field';

const CHOICES = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));

interface PlaceFieldsProps {
  /** The label for no region. */
  none: string;
  hint?: string;
}

/**
 * Country and region in the surrounding Formik form. The region is a select where regions have
 * two-letter codes.
 */
export function PlaceFields({ none, hint }: PlaceFieldsProps) {
  const [{ value: country }] = useField<string>('country');
  const { setFieldValue } = useFormikContext();
  const before = useRef(country);

  useEffect(() => {
    if (before.current === country) return;
    before.current = country;
    // The region belongs to the previous country.
    void setFieldValue('region', '');
  }, [country, setFieldValue]);

  return (
    <>
      <SelectField name="country" label="Country" choices={CHOICES} />
      {!hasRegions(country) ? (
        <TextField name="region" label="Region" autoComplete="off" hint={hint} />
      ) : (
        <SelectField
          name="region"
          label="State or province"
          choices={[{ value: '', label: none }, ...regionChoices(country)]}
        />
      )}
    </>
  );
}
