import { useField, useFormikContext } from 'formik';
import { Search } from 'lucide-react';
import { useId, useState } from 'react';
import { COUNTRIES, countryName } from '../../lib/places/countries';
import { FieldError } from '../../ui/forms/field-error';
import type { ServerErrors } from '../../ui/forms/server-errors';

/** Several countries in the surrounding Formik form, searched by name. */
export function CountriesField({ name }: { name: string }) {
  const [{ value: chosen }, { error, touched }, { setValue }] = useField<string[]>(name);
  const form = useFormikContext();
  const [words, setWords] = useState('');
  const id = useId();
  const refusal = (form.status as ServerErrors | undefined)?.[name];
  const problem =
    (touched ? error : undefined) ?? (refusal?.value === chosen ? refusal.message : undefined);
  const sought = words.trim().toLowerCase();
  const found = COUNTRIES.filter(
    ({ code, name: known }) =>
      known.toLowerCase().includes(sought) || code.toLowerCase() === sought,
  );

  const choose = (code: string, on: boolean) => {
    // There are no read-only checkboxes, and disabled ones would lose the focus.
    if (form.isSubmitting) return;
    void setValue(on ? [...chosen, code] : chosen.filter((other) => other !== code));
  };

  return (
    <fieldset className="field" aria-describedby={`${id}-chosen`}>
      <legend className="label-text">Countries</legend>
      <p className="hint" id={`${id}-chosen`} role="status">
        {chosen.length === 0 ? 'None chosen: ships everywhere' : namesOf(chosen)}
      </p>
      <div className="search-box">
        <Search className="icon" />
        <input
          className="input"
          type="search"
          aria-label="Find a country"
          placeholder="Find a country"
          autoComplete="off"
          value={words}
          onChange={(event) => {
            setWords(event.target.value);
          }}
          onKeyDown={(event) => {
            // Enter searches for a country and does not submit the form.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      </div>
      <ul className="country-list">
        {found.map((country) => (
          <li key={country.code}>
            <label className="check">
              <input
                type="checkbox"
                checked={chosen.includes(country.code)}
                aria-disabled={form.isSubmitting || undefined}
                onChange={(event) => {
                  choose(country.code, event.target.checked);
                }}
              />
              {country.name}
            </label>
          </li>
        ))}
        {found.length === 0 && <li className="hint">No country has this name.</li>}
      </ul>
      {problem !== undefined && <FieldError>{problem}</FieldError>}
    </fieldset>
  );
}

/** `Canada, United States`, sorted by name. */
export const namesOf = (codes: readonly string[]): string =>
  codes
    .map(countryName)
    .sort((one, other) => one.localeCompare(other, 'en'))
    .join(', ');
