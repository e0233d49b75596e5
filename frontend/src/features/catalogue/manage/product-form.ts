/** Converts a product between the form, where numbers are text, and the API. */
import type {
  ListingFields,
  NewPart,
  PartEdit,
  PartRecord,
} from '../../../api/contract/generated-types';
import { fieldSentences } from '../../../api/contract/field-sentences';
import {
  fromApi,
  labelsOf,
  namesOf,
  type ProductField,
  toApi,
  without,
} from './product-field-kinds';
import { type Field, FIELDS, LISTING, PART, type ProductForm } from './product-schema';

/** Field labels used in messages. */
export const LABELS = labelsOf(FIELDS);

/** The labels of the fields in each row of a list: `numbers[].maker`. */
const ROW_LABELS = Object.fromEntries(
  Object.entries<ProductField>(FIELDS).flatMap(([list, { columns = {} }]) =>
    Object.entries(columns).map(([name, { label }]) => [`${list}[].${name}`, label]),
  ),
);

/** The error for a number that the brand already uses. */
export const NUMBER_TAKEN = 'another part of this brand has this number';

/** Prefix of the fields that belong to the listing. */
const IN_LISTING = 'listing.';

const SERVER_LABELS = Object.fromEntries(
  Object.entries({ ...LABELS, ...ROW_LABELS }).flatMap(([field, label]) => [
    [field, label],
    [IN_LISTING + field, label],
  ]),
);

/** The server's field errors, by form field. */
export function refusedFields(error: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldSentences(error, SERVER_LABELS)).map(([field, sentence]) => [
      field.startsWith(IN_LISTING) ? field.slice(IN_LISTING.length) : field,
      sentence,
    ]),
  );
}

/** Without the stock, which has its own panel, where every change has a reason. */
const DETAIL_FIELDS = without(PART, 'available');

/**
 * The ordering details, from values cast by the schema. Omitted fields are removed from the part.
 */
export const detailsOf = (values: ProductForm): Omit<PartEdit, 'revision'> =>
  toApi(DETAIL_FIELDS, values);

/** The optional details, from values cast by the schema; undefined if there are none. */
export function listingOf(values: ProductForm): ListingFields | undefined {
  const listing = toApi(LISTING, values);
  const fields: unknown[] = Object.values(listing);
  return fields.some((value) => value !== undefined) ? listing : undefined;
}

export function newPartOf(values: ProductForm): NewPart {
  const listing = listingOf(values);
  return { ...toApi(PART, values), ...(listing && { listing }) };
}

/** Converts a part of the catalog to form values. */
export const formOf = ({ part, listing }: PartRecord): ProductForm => ({
  ...fromApi(PART, part),
  ...fromApi(LISTING, listing),
});

/** The fields that ordering needs; all others belong to the listing. */
export const DETAILS = namesOf(DETAIL_FIELDS);
const EDITED = [...DETAILS, ...namesOf(LISTING)];

const asText = (value: unknown) =>
  typeof value === 'string' ? value.trim() : JSON.stringify(value);

/** Whether two values of a field are equivalent: `38.50` is `38.5`. */
function areAlike(field: Field, one: ProductForm, other: ProductForm): boolean {
  const { format, whenEmpty = '' }: ProductField = FIELDS[field];
  const [a, b] = [one, other].map((form) => asText(form[field]) || whenEmpty);
  if (a === b) return true;
  return format !== undefined && a !== '' && b !== '' && Number(a) === Number(b);
}

/** The fields in which two forms differ. */
export const differences = (one: ProductForm, other: ProductForm): Field[] =>
  EDITED.filter((field) => !areAlike(field, one, other));

const isDetail = (field: Field) => (DETAILS as readonly Field[]).includes(field);

/** Which calls a save needs. */
export const callsFor = (changed: Field[]) => ({
  details: changed.some(isDetail),
  listing: changed.some((field) => !isDetail(field)),
});

/** The merge of two edits of the same version of a product. */
export interface Merge {
  /** This user's changes, plus the other user's changes to all other fields. */
  values: ProductForm;
  /** Fields that both changed differently: the user decides. */
  both: Field[];
  /** Fields that only the other user changed. */
  taken: Field[];
}

/**
 * Merges two edits of the same version, so that neither is lost.
 * @param base the version both started from
 * @param mine the form's values
 * @param theirs the current version in the shop
 */
export function merge(base: ProductForm, mine: ProductForm, theirs: ProductForm): Merge {
  const changed = differences(base, mine);
  const newer = differences(base, theirs).filter((field) => !areAlike(field, mine, theirs));
  const taken = newer.filter((field) => !changed.includes(field));
  const values = { ...mine, available: theirs.available };
  return {
    values: { ...values, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) },
    both: newer.filter((field) => changed.includes(field)),
    taken,
  };
}

/** The key of a new brand: its name reduced to lower-case letters, digits and hyphens. */
export function keyFor(name: string, taken: readonly string[]): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const slug = plain.replace(/[^\da-z]+/g, '-').replace(/^-|-$/g, '');
  const letters = Array.from(name.trim(), (letter) => (letter.codePointAt(0) ?? 0).toString(36));
  const key = (slug === '' ? letters.join('-') : slug).slice(0, 50).replace(/-$/, '');
  let free = key;
  for (let next = 2; taken.includes(free); next += 1) free = `${key}-${next}`;
  return free;
}
