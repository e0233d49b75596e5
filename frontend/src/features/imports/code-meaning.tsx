import { skipToken } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { shopApi } from '../../api';
import { adminApi } from '../../api/admin';
import type { LookupKind, VehicleName } from '../../api/contract/generated-types';
import { FieldError } from '../../ui/forms/field-error';

/** The names of the kinds of codes, each with an example meaning. */
export const MEANINGS: Record<LookupKind, { name: string; example: string }> = {
  base_vehicle: { name: 'Vehicle', example: '2018/honda/civic' },
  engine: { name: 'Engine', example: '2.0l-l4-gas' },
  make: { name: 'Make', example: 'honda' },
  model: { name: 'Model', example: 'honda/civic' },
  position: { name: 'Position', example: 'Front' },
  condition: { name: 'Condition', example: 'Sport' },
  part_type: { name: 'Category', example: 'brake-pads' },
  brand: { name: 'Brand', example: 'ironclad' },
};

/** Stored for a code that means no position, such as “N/A”. */
const NO_POSITION = { key: 'none', name: 'No position' };

const POSITIONS = [
  'Front',
  'Rear',
  'Left',
  'Right',
  'Front Left',
  'Front Right',
  'Rear Left',
  'Rear Right',
  'Upper',
  'Lower',
  'Inner',
  'Outer',
];

interface Suggestion {
  /** The value that is saved. */
  key: string;
  /** Its display name. */
  name: string;
}

const byId = ({ _id: key, name }: { _id: string; name: string }): Suggestion => ({ key, name });

/** A partly typed vehicle or model: the year `2018`, and the text after it. */
function written(text: string, hasYear: boolean) {
  const all = text.trim().toLowerCase();
  if (!hasYear) return { isBegun: true, start: { key: '', name: '' }, rest: all };
  const [year = ''] = all.split(/[/\s]/);
  return {
    isBegun: /^\d{4}$/.test(year),
    start: { key: `${year}/`, name: `${year} ` },
    rest: all.slice(year.length + 1).trimStart(),
  };
}

/**
 * The make at the start of a text, by name or key; the longest match, so Land Rover wins over Land.
 */
const makeOf = (text: string, makes: readonly VehicleName[]) =>
  makes
    .filter(({ id, name }) =>
      [id, name.toLowerCase()].some(
        (start) => text.startsWith(start) && /^([/\s]|$)/.test(text.slice(start.length)),
      ),
    )
    .sort((one, other) => other.name.length - one.name.length)[0];

/** Suggested meanings for a code of this kind, matching the typed text. */
function useSuggestions(kind: LookupKind | undefined, text: string): Suggestion[] {
  const hasYear = kind === 'base_vehicle';
  const hasModel = hasYear || kind === 'model';
  const { isBegun, start, rest } = written(text, hasYear);
  const { data: categories } = shopApi.useListCategoriesQuery(
    kind === 'part_type' ? undefined : skipToken,
  );
  const { data: brands } = shopApi.useListBrandsQuery(kind === 'brand' ? undefined : skipToken);
  const { data: makes } = adminApi.useListMakesQuery(
    kind === 'make' || (hasModel && isBegun) ? undefined : skipToken,
  );
  const known = makes && makeOf(rest, makes);
  const { currentData: models } = adminApi.useListModelsQuery(
    hasModel && known ? { make: known.id } : skipToken,
  );
  if (kind === 'position')
    return [...POSITIONS.map((words) => ({ key: words, name: words })), NO_POSITION];
  if (kind === 'part_type') return categories?.map(byId) ?? [];
  if (kind === 'brand') return brands?.map(byId) ?? [];
  if (kind === 'make') return makes?.map(({ id: key, name }) => ({ key, name })) ?? [];
  if (!hasModel || !isBegun) return [];
  const of = ({ id, name }: { id: string; name: string }, before = '') => ({
    key: `${start.key}${id}`,
    name: `${start.name}${before}${name}`,
  });
  if (known) return models?.map((model) => of(model, `${known.name} `)) ?? [];
  return makes?.map((one) => of(one)) ?? [];
}

interface CodeMeaningProps {
  id: string;
  kind: LookupKind;
  value: string;
  /** The error; empty if there is none. */
  error: string;
  onChange: (value: string) => void;
}

/** A code's meaning: the field suggests the shop's names and stores its keys. */
export function CodeMeaning({ id, kind, value, error, onChange }: CodeMeaningProps) {
  // Most codes are never edited, so their suggestions are not fetched.
  const [isTouched, setTouched] = useState(false);
  const suggestions = useSuggestions(isTouched ? kind : undefined, value);
  const text = value.trim().toLowerCase();
  return (
    <div>
      <input
        id={id}
        className="input"
        list={`${id}-known`}
        autoComplete="off"
        placeholder={MEANINGS[kind].example}
        aria-invalid={error !== '' || undefined}
        aria-describedby={error === '' ? undefined : `${id}-error`}
        value={value}
        onFocus={() => {
          setTouched(true);
        }}
        onChange={(event) => {
          onChange(event.target.value);
        }}
        onBlur={() => {
          const [called, ...others] = suggestions.filter(({ name }) => name.toLowerCase() === text);
          // Two have this name, so it is ambiguous.
          if (called && others.length === 0 && called.key !== value) onChange(called.key);
        }}
      />
      <datalist id={`${id}-known`}>
        {suggestions.map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </datalist>
      {error !== '' && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}
