import { object, string, type InferType } from 'yup';
import {
  altText,
  attributeName,
  attributeUnit,
  attributeValue,
  brandName,
  chargeDollars,
  grams,
  imageSource,
  listingFieldsMaxItems as most,
  makerName,
  millimetres,
  minimumPieces,
  packPieces,
  partDescription,
  partNumber,
  partTitle,
  priceDollars,
  stockPieces,
} from '../../../api/contract/generated-types';
import type {
  Condition,
  Listing,
  ListingFields,
  NewPart,
  OtherNumberFields,
  Part,
} from '../../../api/contract/generated-types';
import { notTooLong } from '../../../lib/text-rules';
import { validation } from '../../../lib/texts';
import {
  blankOf,
  type Check,
  choice,
  DOLLARS,
  flag,
  number,
  optionalNumber,
  optionalText,
  type ProductField,
  rows,
  rulesOf,
  text,
  WHOLE,
} from './product-field-kinds';

// The server's picture pattern is stricter about non-ASCII letters than the server itself.
const OWN_PATH = /^\/(?!\/)[\w/.-]*$/;
const HTTPS = /^https:\/\/[A-Za-z\d.:-]+([/?#][^\s\\"<>]*)?$/;

/** Whether the server accepts this as a picture's URL. */
export const isPicture = (typed: string) =>
  HTTPS.test(typed) || (OWN_PATH.test(typed) && !typed.includes('..'));

const picture: Check = { name: 'picture', message: validation.pictureInvalid, test: isPicture };

/** Part numbers are compared by their letters and digits, so at least one is required. */
const comparable: Check = {
  name: 'comparable',
  message: 'number needs a letter or a digit',
  test: (typed) => /[\dA-Za-z]/.test(typed),
};

/** The minimum order has to be a multiple of the pack size, or the part could not be ordered. */
const wholePacks: Check = {
  name: 'packs',
  message: ({ value }) => `minimum order ${value} is not a whole number of packs`,
  test: (minimum, { parent }) => {
    const pack = Number((parent as { pack?: string }).pack ?? '');
    return !Number.isInteger(pack) || pack < 1 || Number(minimum) % pack === 0;
  },
};

/** The option for a brand that the shop does not have yet. */
export const NEW_BRAND = '+';

/** The name of a brand that is created with the part, which then refers to it. */
const newBrand = {
  label: 'brand',
  blank: '',
  rule: string()
    .trim()
    .default('')
    .when('brand', ([brand], schema) =>
      brand === NEW_BRAND
        ? schema.required(validation.required('brand')).test(notTooLong('brand', brandName))
        : schema,
    ),
  toApi: () => undefined,
  fromApi: () => '',
};

/** A part's id, alone or at the end of its page's URL. */
export const idIn = (typed: string) =>
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(typed.toLowerCase())?.[0];

const successor = {
  label: 'replaced by',
  blank: '',
  rule: string()
    .trim()
    .default('')
    .test('id', 'provide the address of a part’s page', (typed) => {
      return typed === '' || idIn(typed) !== undefined;
    }),
  toApi: idIn,
  fromApi: (read: string | undefined) => read ?? '',
};

/** A field that converts `Read` of the API, and is sent as `Sent`. */
interface FieldOf<Sent, Read> extends ProductField {
  toApi: (value: never) => Sent;
  fromApi: (read: Read) => unknown;
}

/** The fields that ordering needs. The first six are required, as specified. */
export const PART = {
  title: text('title', partTitle),
  desc: text('description', partDescription),
  img: text('image', imageSource, picture),
  minOrderQuantity: number('minimum order', WHOLE, minimumPieces, wholePacks),
  available: number('available quantity', WHOLE, stockPieces),
  price: number('price', DOLLARS, priceDollars),
  pack: optionalNumber('pieces in a pack', WHOLE, packPieces, '1'),
  core: optionalNumber('core charge', DOLLARS, chargeDollars, '0'),
} satisfies { [F in keyof Required<Omit<NewPart, 'listing'>>]: FieldOf<NewPart[F], Part[F]> };

/** All other fields. */
export const LISTING = {
  brand: choice('brand'),
  newBrand,
  number: optionalText('number', partNumber, comparable),
  category: choice('category'),
  condition: {
    ...choice('condition', 'new'),
    toApi: (value: string) => (value === 'new' ? undefined : (value as Condition)),
  },
  listPrice: optionalNumber('list price', DOLLARS, priceDollars),
  numbers: rows(
    'other numbers',
    {
      kind: {
        ...choice('kind', 'oem'),
        toApi: (kind: string) => kind as OtherNumberFields['kind'],
      },
      maker: optionalText('maker', makerName),
      number: text('number', partNumber, comparable),
    },
    most.numbers,
    'numbers',
  ),
  attributes: rows(
    'attributes',
    {
      name: text('name', attributeName),
      value: text('value', attributeValue),
      unit: optionalText('unit', attributeUnit),
    },
    most.attributes,
  ),
  pictures: rows(
    'more pictures',
    { img: text('address', imageSource, picture), alt: optionalText('text', altText) },
    most.pictures,
    'pictures',
  ),
  weight: optionalNumber('weight', WHOLE, grams),
  length: optionalNumber('length', WHOLE, millimetres),
  width: optionalNumber('width', WHOLE, millimetres),
  height: optionalNumber('height', WHOLE, millimetres),
  hazmat: flag('dangerous goods'),
  universal: flag('fits any vehicle'),
  successor,
} satisfies { newBrand: FieldOf<undefined, unknown> } & {
  [F in keyof Required<ListingFields>]: FieldOf<ListingFields[F], Listing[F]>;
};

/**
 * All fields of the product form. Rules, initial values, labels and conversions are derived from
 * this table.
 */
export const FIELDS = { ...PART, ...LISTING };

export type Field = keyof typeof FIELDS;

export const productSchema = object(rulesOf(FIELDS));

export type ProductForm = InferType<typeof productSchema>;

export const BLANK: ProductForm = blankOf(FIELDS);
