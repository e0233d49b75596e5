/** Converts shipping methods between the form (numbers as text) and the API. */
import { array, boolean, type InferType, object, string } from 'yup';
import {
  chargeDollars,
  days,
  grams,
  shippingMethodFieldsMaxItems,
  shippingName,
  totalDollars,
} from '../../api/contract/generated-types';
import type {
  Country,
  ShippingMethod,
  ShippingMethodFields,
} from '../../api/contract/generated-types';
import { notTooLong } from '../../lib/text-rules';
import type { RowFields } from '../../ui/forms/list-row';
import { validation } from '../../lib/texts';
import { dollars, kilograms } from './decimals';
import { decimal, inCents, optionalDecimal, whole } from './number-rules';
import { prefixesOf, prefixesRule, typedPrefixes } from './postal-prefixes';

/** Postal code prefixes need a single country: several countries may use the same prefix. */
const prefixesOfCountry = () =>
  prefixesRule('postal codes').test(
    'one country',
    'postal codes need exactly one country: choose it above',
    (typed, { parent }) =>
      typed === '' || (parent as { countries?: string[] }).countries?.length === 1,
  );

export const methodSchema = object({
  name: string()
    .trim()
    .required(validation.required('name'))
    .test(notTooLong('name', shippingName)),
  countries: array(string().required())
    .default([])
    .max(
      shippingMethodFieldsMaxItems.countries,
      validation.tooMany('countries', shippingMethodFieldsMaxItems.countries),
    ),
  postalPrefixes: prefixesOfCountry(),
  exceptPostalPrefixes: prefixesOfCountry(),
  base: decimal('base', dollars, inCents(chargeDollars)),
  perKilogram: decimal('per kg', dollars, inCents(chargeDollars)),
  freeFrom: optionalDecimal('free from', dollars, inCents(totalDollars)),
  maxKilograms: optionalDecimal('maximum weight', kilograms, grams),
  daysFrom: whole('minimum days', days),
  daysTo: whole('maximum days', days).when('daysFrom', ([from], schema) =>
    schema.test(
      'order',
      'maximum days must not be less than minimum days',
      (to) => !(Number(to) < Number(from)),
    ),
  ),
  takesHazmat: boolean().default(false),
  active: boolean().default(true),
});

export type MethodForm = InferType<typeof methodSchema>;

export const BLANK_METHOD: MethodForm = {
  name: '',
  countries: [],
  postalPrefixes: '',
  exceptPostalPrefixes: '',
  base: '',
  perKilogram: '0',
  freeFrom: '',
  maxKilograms: '',
  daysFrom: '',
  daysTo: '',
  takesHazmat: false,
  active: true,
};

export const methodFormOf = (method: ShippingMethod): MethodForm => ({
  name: method.name,
  countries: method.countries,
  postalPrefixes: typedPrefixes(method.postalPrefixes),
  exceptPostalPrefixes: typedPrefixes(method.exceptPostalPrefixes),
  base: String(method.base),
  perKilogram: String(method.perKilogram),
  freeFrom: method.freeFrom === undefined ? '' : String(method.freeFrom),
  maxKilograms: method.maxGrams === undefined ? '' : kilograms.write(method.maxGrams),
  daysFrom: String(method.daysFrom),
  daysTo: String(method.daysTo),
  takesHazmat: method.takesHazmat,
  active: method.active,
});

/** The request fields, from values cast by the schema. */
export const methodOf = (form: MethodForm, id?: string): ShippingMethodFields => ({
  ...(id !== undefined && { id }),
  name: form.name,
  countries: form.countries as Country[],
  ...(form.postalPrefixes !== '' && { postalPrefixes: prefixesOf(form.postalPrefixes) }),
  ...(form.exceptPostalPrefixes !== '' && {
    exceptPostalPrefixes: prefixesOf(form.exceptPostalPrefixes),
  }),
  base: Number(form.base),
  perKilogram: Number(form.perKilogram),
  ...(form.freeFrom !== '' && { freeFrom: Number(form.freeFrom) }),
  ...(form.maxKilograms !== '' && { maxGrams: kilograms.read(form.maxKilograms) }),
  daysFrom: Number(form.daysFrom),
  daysTo: Number(form.daysTo),
  takesHazmat: form.takesHazmat,
  active: form.active,
});

export const METHOD_FIELDS: RowFields = {
  list: 'shippingMethods',
  fields: {
    name: { field: 'name', label: 'name' },
    countries: { field: 'countries', label: 'countries' },
    postalPrefixes: { field: 'postalPrefixes', label: 'postal codes' },
    exceptPostalPrefixes: { field: 'exceptPostalPrefixes', label: 'postal codes' },
    base: { field: 'base', label: 'base' },
    perKilogram: { field: 'perKilogram', label: 'per kg' },
    freeFrom: { field: 'freeFrom', label: 'free from' },
    maxGrams: { field: 'maxKilograms', label: 'maximum weight' },
    daysFrom: { field: 'daysFrom', label: 'minimum days' },
    daysTo: { field: 'daysTo', label: 'maximum days' },
  },
};
