import { array, boolean, object, string, type InferType } from 'yup';
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
} from '../../../api/contract/generated-limits';
import { notTooLong } from '../../../lib/text-rules';
import { validation } from '../../../lib/texts';
import { plainText } from '../../../ui/forms/plain-text';

// These checks have their own messages, because the server's pattern only reports an invalid
// number. Its picture pattern is stricter about non-ASCII letters than the server itself.
const DECIMAL = /^\s*-?\d+(\.\d+)?\s*$/;
const WHOLE = /^\s*-?\d+(\.0+)?\s*$/;
const IN_CENTS = /^\s*-?\d+(\.\d{1,2}0*)?\s*$/;
const OWN_PATH = /^\/(?!\/)[\w/.-]*$/;
const HTTPS = /^https:\/\/[A-Za-z\d.:-]+([/?#][^\s\\"<>]*)?$/;

/** Whether the server accepts this as a picture's URL. */
export const isPicture = (text: string) =>
  HTTPS.test(text) || (OWN_PATH.test(text) && !text.includes('..'));

const text = (label: string, limits: { maxLength: number }) =>
  string().trim().required(validation.required(label)).test(notTooLong(label, limits));

const between = (label: string, { minimum, maximum }: { minimum: number; maximum: number }) => {
  const shown = (limit: number) => limit.toLocaleString('en-US');
  return {
    name: 'range',
    message: validation.outOfRange(label, shown(minimum), shown(maximum)),
    test: (value: string) => Number(value) >= minimum && Number(value) <= maximum,
  };
};

const number = (label: string) =>
  plainText()
    .required(validation.required(label))
    .matches(DECIMAL, validation.numberInvalid(label));

const optionalText = (label: string, limits: { maxLength: number }) =>
  string().trim().default('').test(notTooLong(label, limits));

/** An optional number. */
const optionalNumber = (
  label: string,
  shape: RegExp,
  limits: { minimum: number; maximum: number },
) => {
  const range = between(label, limits);
  const unless = { excludeEmptyString: true };
  return plainText()
    .default('')
    .matches(DECIMAL, { message: validation.numberInvalid(label), ...unless })
    .matches(shape, {
      message: shape === WHOLE ? validation.numberWhole(label) : validation.inCents(label),
      ...unless,
    })
    .test({ ...range, test: (value) => value === '' || range.test(value) });
};

/** Part numbers are compared by their letters and digits, so at least one is required. */
const COMPARABLE = /[\dA-Za-z]/;
const NO_SUCH_NUMBER = 'number needs a letter or a digit';

/** The option for a brand that the shop does not have yet. */
export const NEW_BRAND = '+';

/** A part's id, alone or at the end of its page's URL. */
export const idIn = (text: string) =>
  /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.exec(text.toLowerCase())?.[0];

/** Optional details that ordering does not need. */
const listingShape = {
  brand: string().default(''),
  newBrand: string()
    .trim()
    .default('')
    .when('brand', ([brand], schema) =>
      brand === NEW_BRAND
        ? schema.required(validation.required('brand')).test(notTooLong('brand', brandName))
        : schema,
    ),
  number: optionalText('number', partNumber).matches(COMPARABLE, {
    message: NO_SUCH_NUMBER,
    excludeEmptyString: true,
  }),
  category: string().default(''),
  condition: string().default('new'),
  listPrice: optionalNumber('list price', IN_CENTS, priceDollars),
  numbers: array(
    object({
      kind: string().default('oem'),
      maker: optionalText('maker', makerName),
      number: text('number', partNumber).matches(COMPARABLE, NO_SUCH_NUMBER),
    }),
  )
    .default([])
    .max(most.numbers, validation.tooMany('numbers', most.numbers)),
  attributes: array(
    object({
      name: text('name', attributeName),
      value: text('value', attributeValue),
      unit: optionalText('unit', attributeUnit),
    }),
  )
    .default([])
    .max(most.attributes, validation.tooMany('attributes', most.attributes)),
  pictures: array(
    object({
      img: text('address', imageSource).test('picture', validation.pictureInvalid, isPicture),
      alt: optionalText('text', altText),
    }),
  )
    .default([])
    .max(most.pictures, validation.tooMany('pictures', most.pictures)),
  weight: optionalNumber('weight', WHOLE, grams),
  length: optionalNumber('length', WHOLE, millimetres),
  width: optionalNumber('width', WHOLE, millimetres),
  height: optionalNumber('height', WHOLE, millimetres),
  hazmat: boolean().default(false),
  universal: boolean().default(false),
  successor: string()
    .trim()
    .default('')
    .test('id', 'provide the address of a part’s page', (typed) => {
      return typed === '' || idIn(typed) !== undefined;
    }),
};

/** The minimum order has to be a multiple of the pack size, or the part could not be ordered. */
const wholePacks = {
  name: 'packs',
  message: ({ value }: { value: string }) => `minimum order ${value} is not whole packs`,
  test: (minimum: string, { parent }: { parent: unknown }) => {
    const pack = Number((parent as { pack?: string }).pack ?? '');
    return !Number.isInteger(pack) || pack < 1 || Number(minimum) % pack === 0;
  },
};

/** The first six are required, as specified. Numbers stay text while typed. */
export const productSchema = object({
  title: text('title', partTitle),
  desc: text('description', partDescription),
  img: text('image', imageSource).test('picture', validation.pictureInvalid, isPicture),
  minOrderQuantity: number('minimum order')
    .matches(WHOLE, validation.numberWhole('minimum order'))
    .test(between('minimum order', minimumPieces))
    .test(wholePacks),
  available: number('available quantity')
    .matches(WHOLE, validation.numberWhole('available quantity'))
    .test(between('available quantity', stockPieces)),
  price: number('price')
    .matches(IN_CENTS, validation.inCents('price'))
    .test(between('price', priceDollars)),
  pack: optionalNumber('pieces in a pack', WHOLE, packPieces),
  core: optionalNumber('core charge', IN_CENTS, chargeDollars),
  ...listingShape,
});

export type ProductForm = InferType<typeof productSchema>;
