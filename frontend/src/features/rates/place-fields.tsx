import { useField, useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import { COUNTRIES } from '../../lib/places/countries';
import { hasRegions, regionChoices } from '../../lib/places/regions';
import { SelectField } from '../../ui/forms/choice-fields';
import { TextField } from '../../ui/forms/text-field';

const CHOICES = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }));

interface PlaceFieldsProps {
  /** What no region at all means. */
  none: string;
  hint?: string;
}

/** Country and region of the surrounding Formik form. Where regions have two letters, they are chosen. */
export function PlaceFields({ none, hint }: PlaceFieldsProps) {
  const [{ value: country }] = useField<string>('country');
  const { setFieldValue } = useFormikContext();
  const before = useRef(country);

  useEffect(() => {
    if (before.current === country) return;
    before.current = country;
    // A region is one of its country.
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
