import { object, string, type InferType } from 'yup';
import { isWithin } from '../../../lib/text-rules';
import { validation } from '../../../lib/texts';

export const DESCRIPTION_LIMIT = 4000;

const DECIMAL = /^\s*-?\d+(\.\d+)?\s*$/;
const WHOLE = /^\s*-?\d+(\.0+)?\s*$/;
const IN_CENTS = /^\s*-?\d+(\.\d{1,2}0*)?\s*$/;
const OWN_PATH = /^\/(?!\/)[\w/.-]*$/;
const HTTPS = /^https:\/\/[A-Za-z\d.:-]+([/?#][^\s\\"<>]*)?$/;

/** Whether the server takes this as the address of a picture. */
export const isPicture = (text: string) =>
  HTTPS.test(text) || (OWN_PATH.test(text) && !text.includes('..'));

const text = (label: string, most: number) =>
  string()
    .trim()
    .required(validation.required(label))
    .test('limit', validation.tooLong(label, most), isWithin(most));

const between = (label: string, least: number, most: number) => {
  const shown = (limit: number) => limit.toLocaleString('en-US');
  return {
    name: 'range',
    message: validation.outOfRange(label, shown(least), shown(most)),
    test: (value: string) => Number(value) >= least && Number(value) <= most,
  };
};

const number = (label: string) =>
  string()
    .trim()
    .required(validation.required(label))
    .matches(DECIMAL, validation.numberInvalid(label));

/** All six are required, as specified; the bounds are the server's. Numbers stay texts while typed. */
export const productSchema = object({
  title: text('title', 120),
  desc: text('description', DESCRIPTION_LIMIT),
  img: text('image', 2048).test('picture', validation.pictureInvalid, isPicture),
  minOrderQuantity: number('minimum order')
    .matches(WHOLE, validation.numberWhole('minimum order'))
    .test(between('minimum order', 1, 1_000_000)),
  available: number('available quantity')
    .matches(WHOLE, validation.numberWhole('available quantity'))
    .test(between('available quantity', 0, 1_000_000_000)),
  price: number('price')
    .matches(IN_CENTS, validation.priceInCents)
    .test(between('price', 0.01, 999_999.99)),
});

export type ProductForm = InferType<typeof productSchema>;
