/** Converts a product between the form, where numbers are text, and the API. */
import type {
  ListingFields,
  NewPart,
  PartEdit,
  PartRecord,
} from '../../../api/contract/generated-types';
import { fieldSentences } from '../../../api/contract/field-sentences';
import { idIn, type ProductForm } from './product-schema';

export const BLANK: ProductForm = {
  title: '',
  desc: '',
  img: '',
  minOrderQuantity: '',
  available: '',
  price: '',
  pack: '',
  core: '',
  brand: '',
  newBrand: '',
  number: '',
  category: '',
  condition: 'new',
  listPrice: '',
  numbers: [],
  attributes: [],
  pictures: [],
  weight: '',
  length: '',
  width: '',
  height: '',
  hazmat: false,
  universal: false,
  successor: '',
};

export type Field = keyof ProductForm;

/** Field labels used in messages. */
export const LABELS: Record<Field, string> = {
  title: 'title',
  desc: 'description',
  img: 'image',
  minOrderQuantity: 'minimum order',
  available: 'available quantity',
  price: 'price',
  pack: 'pieces in a pack',
  core: 'core charge',
  brand: 'brand',
  newBrand: 'brand',
  number: 'number',
  category: 'category',
  condition: 'condition',
  listPrice: 'list price',
  numbers: 'other numbers',
  attributes: 'attributes',
  pictures: 'more pictures',
  weight: 'weight',
  length: 'length',
  width: 'width',
  height: 'height',
  hazmat: 'dangerous goods',
  universal: 'fits any vehicle',
  successor: 'replaced by',
};

const ROW_LABELS = {
  'numbers[].kind': 'kind',
  'numbers[].maker': 'maker',
  'numbers[].number': 'number',
  'attributes[].name': 'name',
  'attributes[].value': 'value',
  'attributes[].unit': 'unit',
  'pictures[].img': 'address',
  'pictures[].alt': 'text',
};

/** The error for a number that the brand already uses. */
export const NUMBER_TAKEN = 'another part of this brand has this number';

/** Prefix of the fields that belong to the listing. */
const LISTING = 'listing.';

const SERVER_LABELS = Object.fromEntries(
  Object.entries({ ...LABELS, ...ROW_LABELS }).flatMap(([field, label]) => [
    [field, label],
    [LISTING + field, label],
  ]),
);

/** The server's field errors, by form field. */
export function refusedFields(error: unknown): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fieldSentences(error, SERVER_LABELS)).map(([field, sentence]) => [
      field.startsWith(LISTING) ? field.slice(LISTING.length) : field,
      sentence,
    ]),
  );
}

const numberOf = (text: string) => (text === '' ? undefined : Number(text));
const textOf = (text: string) => (text === '' ? undefined : text);

/**
 * The ordering details, from values cast by the schema. Omitted fields are removed from the part.
 */
export const detailsOf = (values: ProductForm): Omit<PartEdit, 'revision'> => ({
  title: values.title,
  desc: values.desc,
  img: values.img,
  minOrderQuantity: Number(values.minOrderQuantity),
  price: Number(values.price),
  pack: numberOf(values.pack),
  core: numberOf(values.core),
});

/** The optional details, from values cast by the schema; undefined if there are none. */
export function listingOf(values: ProductForm): ListingFields | undefined {
  const { numbers, attributes, pictures } = values;
  const listing: ListingFields = {
    brand: textOf(values.brand),
    number: textOf(values.number),
    category: textOf(values.category),
    condition: values.condition === 'new' ? undefined : (values.condition as 'used'),
    listPrice: numberOf(values.listPrice),
    numbers:
      numbers.length === 0
        ? undefined
        : numbers.map(({ kind, maker, number }) => ({
            kind: kind as 'oem',
            maker: textOf(maker),
            number,
          })),
    attributes:
      attributes.length === 0
        ? undefined
        : attributes.map(({ name, value, unit }) => ({ name, value, unit: textOf(unit) })),
    pictures:
      pictures.length === 0
        ? undefined
        : pictures.map(({ img, alt }) => ({ img, alt: textOf(alt) })),
    weight: numberOf(values.weight),
    length: numberOf(values.length),
    width: numberOf(values.width),
    height: numberOf(values.height),
    hazmat: values.hazmat || undefined,
    universal: values.universal || undefined,
    successor: values.successor === '' ? undefined : idIn(values.successor),
  };
  const said: unknown[] = Object.values(listing);
  return said.some((value) => value !== undefined) ? listing : undefined;
}

export function newPartOf(values: ProductForm): NewPart {
  const listing = listingOf(values);
  return {
    ...detailsOf(values),
    available: Number(values.available),
    ...(listing && { listing }),
  };
}

const shown = (value: number | string | undefined) => (value === undefined ? '' : String(value));

/** Converts a part of the catalogue to form values. */
export const formOf = ({ part, listing }: PartRecord): ProductForm => ({
  title: part.title,
  desc: part.desc,
  img: part.img,
  minOrderQuantity: String(part.minOrderQuantity),
  available: String(part.available),
  price: String(part.price),
  pack: shown(part.pack),
  core: shown(part.core),
  brand: shown(listing.brand),
  newBrand: '',
  number: shown(listing.number),
  category: shown(listing.category),
  condition: listing.condition,
  listPrice: shown(listing.listPrice),
  numbers: listing.numbers.map(({ kind, maker, number }) => ({
    kind,
    maker: shown(maker),
    number,
  })),
  attributes: listing.attributes.map(({ name, value, unit }) => ({
    name,
    value,
    unit: shown(unit),
  })),
  pictures: listing.pictures.map(({ img, alt }) => ({ img, alt: shown(alt) })),
  weight: shown(listing.weight),
  length: shown(listing.length),
  width: shown(listing.width),
  height: shown(listing.height),
  hazmat: listing.hazmat,
  universal: listing.universal,
  successor: shown(listing.successor),
});

/** The fields that ordering needs; all others belong to the listing. */
export const DETAILS = [
  'title',
  'desc',
  'img',
  'minOrderQuantity',
  'price',
  'pack',
  'core',
] as const satisfies readonly Field[];
const NUMBERS: readonly Field[] = ['price', 'listPrice', 'minOrderQuantity', 'pack', 'core'];
/** Stock has its own panel, where every change has a reason. */
const STOCK: readonly Field[] = ['available'];
const FIELDS = (Object.keys(BLANK) as Field[]).filter((field) => !STOCK.includes(field));

const asText = (value: unknown) =>
  typeof value === 'string' ? value.trim() : JSON.stringify(value);

/** The value of an empty number field, if it has a default. */
const UNSAID: Partial<Record<Field, string>> = { pack: '1', core: '0' };

/** Whether two values of a field are equivalent: `38.50` is `38.5`. */
function areAlike(field: Field, one: ProductForm, other: ProductForm): boolean {
  const [a, b] = [one, other].map((form) => asText(form[field]) || (UNSAID[field] ?? ''));
  if (a === b) return true;
  return NUMBERS.includes(field) && a !== '' && b !== '' && Number(a) === Number(b);
}

/** The fields in which two forms differ. */
export const differences = (one: ProductForm, other: ProductForm): Field[] =>
  FIELDS.filter((field) => !areAlike(field, one, other));

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
