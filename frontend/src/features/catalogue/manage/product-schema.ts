import { object, string, type InferType } from 'yup';
import {
  imageSource,
  minimumPieces,
  partDescription,
  partTitle,
  priceDollars,
  stockPieces,
} from '../../../api/generated-limits';
import { notTooLong } from '../../../lib/text-rules';
import { validation } from '../../../lib/texts';

// What each of these says is its own message, where the server's pattern says only that a text is no number it
// takes; and its pattern for pictures is stricter with letters that are not ASCII than the server itself.
const DECIMAL = /^\s*-?\d+(\.\d+)?\s*$/;
const WHOLE = /^\s*-?\d+(\.0+)?\s*$/;
const IN_CENTS = /^\s*-?\d+(\.\d{1,2}0*)?\s*$/;
const OWN_PATH = /^\/(?!\/)[\w/.-]*$/;
const HTTPS = /^https:\/\/[A-Za-z\d.:-]+([/?#][^\s\\"<>]*)?$/;

/** Whether the server takes this as the address of a picture. */
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
  string()
    .trim()
    .required(validation.required(label))
    .matches(DECIMAL, validation.numberInvalid(label));

/** All six are required, as specified. Numbers stay texts while typed. */
export const productSchema = object({
  title: text('title', partTitle),
  desc: text('description', partDescription),
  img: text('image', imageSource).test('picture', validation.pictureInvalid, isPicture),
  minOrderQuantity: number('minimum order')
    .matches(WHOLE, validation.numberWhole('minimum order'))
    .test(between('minimum order', minimumPieces)),
  available: number('available quantity')
    .matches(WHOLE, validation.numberWhole('available quantity'))
    .test(between('available quantity', stockPieces)),
  price: number('price')
    .matches(IN_CENTS, validation.priceInCents)
    .test(between('price', priceDollars)),
});

export type ProductForm = InferType<typeof productSchema>;
