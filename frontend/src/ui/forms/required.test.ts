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

it('is told by the rules of the form', () => {
  const required = ['name', 'note', 'agreed', 'countries', 'other'].filter((name) =>
    isRequired(rules, name, {}),
  );
  expect(required).toEqual(['name']);
  expect(isRequired(undefined, 'name', {})).toBe(false);
});

it('follows what else was chosen', () => {
  expect(isRequired(rules, 'region', { country: 'US' })).toBe(true);
  expect(isRequired(rules, 'region', { country: 'DE' })).toBe(false);
});
