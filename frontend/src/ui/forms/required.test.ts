import { array, boolean, object, string } from 'yup';
import { expect, it } from 'vitest';
import { isRequired, type Rules } from './required';

const rules = object({
  name: string().trim().required('name is required'),
  note: string(),
  agreed: boolean(),
  countries: array(string().required()),
  region: string().when('country', ([country]: string[], schema) =>
    country === 'US' ? schema.required('state is required') : schema,
  ),
}) as Rules;

it('is derived from the form’s schema', () => {
  const required = ['name', 'note', 'agreed', 'countries', 'other'].filter((name) =>
    isRequired(rules, name, {}),
  );
  expect(required).toEqual(['name']);
  expect(isRequired(undefined, 'name', {})).toBe(false);
});

it('follows other choices', () => {
  expect(isRequired(rules, 'region', { country: 'US' })).toBe(true);
  expect(isRequired(rules, 'region', { country: 'DE' })).toBe(false);
});
