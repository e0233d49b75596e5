/** The kinds of fields that the product form consists of. */
import { array, boolean, type ISchema, object, string } from 'yup';
import { notTooLong } from '../../../lib/text-rules';
import { validation } from '../../../lib/texts';
import { plainText } from '../../../ui/forms/plain-text';

/** Everything about a field but its input. */
export interface ProductField {
  /** Its name in messages. */
  label: string;
  /** Its initial value. */
  blank: unknown;
  rule: ISchema<unknown>;
  /** Converts a value cast by the rule. Undefined is omitted, which removes it from the part. */
  toApi: (value: never) => unknown;
  fromApi: (read: never) => unknown;
  /** The format of a number. */
  format?: NumberFormat;
  /** The number that an empty field stands for. */
  whenEmpty?: string;
  /** The fields of each row of a list. */
  columns?: FieldTable;
}

/** Fields by name. */
export type FieldTable = Record<string, ProductField>;

export const namesOf = <T extends FieldTable>(table: T) =>
  Object.keys(table) as (keyof T & string)[];

export const without = <T extends FieldTable, F extends keyof T & string>(table: T, field: F) =>
  Object.fromEntries(Object.entries(table).filter(([name]) => name !== field)) as Omit<T, F>;

const each = <T extends FieldTable>(
  table: T,
  make: (field: ProductField, name: keyof T) => unknown,
) => Object.fromEntries(Object.entries(table).map(([name, field]) => [name, make(field, name)]));

export const blankOf = <T extends FieldTable>(table: T) =>
  each(table, ({ blank }) => blank) as { [F in keyof T]: T[F]['blank'] };

export const rulesOf = <T extends FieldTable>(table: T) =>
  each(table, ({ rule }) => rule) as { [F in keyof T]: T[F]['rule'] };

export const labelsOf = <T extends FieldTable>(table: T) =>
  each(table, ({ label }) => label) as Record<keyof T, string>;

/** @param values form values, cast by the rules */
export const toApi = <T extends FieldTable>(table: T, values: { [F in keyof T]: unknown }) =>
  each(table, (field, name) => field.toApi(values[name] as never)) as {
    [F in keyof T]: ReturnType<T[F]['toApi']>;
  };

export const fromApi = <T extends FieldTable>(table: T, read: { [F in keyof T]?: unknown }) =>
  each(table, (field, name) => field.fromApi(read[name] as never)) as {
    [F in keyof T]: ReturnType<T[F]['fromApi']>;
  };

/** A check that only some fields need. */
export interface Check {
  name: string;
  message: string | ((params: { value: string }) => string);
  test: (value: string, context: { parent: unknown }) => boolean;
}

const unlessEmpty = ({ test, ...check }: Check): Check => ({
  ...check,
  test: (value, context) => value === '' || test(value, context),
});

interface Length {
  maxLength: number;
}

interface Range {
  minimum: number;
  maximum: number;
}

const textOf = (value: string) => (value === '' ? undefined : value);
const numberOf = (value: string) => (value === '' ? undefined : Number(value));
const typed = (read: number | string | undefined) => (read === undefined ? '' : String(read));

/** A required text. */
export const text = (label: string, limits: Length, ...checks: Check[]) => ({
  label,
  blank: '',
  rule: checks.reduce(
    (rule, check) => rule.test(check),
    string().trim().required(validation.required(label)).test(notTooLong(label, limits)),
  ),
  toApi: (value: string) => value,
  fromApi: (read: string) => read,
});

export const optionalText = (label: string, limits: Length, ...checks: Check[]) => ({
  label,
  blank: '',
  rule: checks.reduce(
    (rule, check) => rule.test(unlessEmpty(check)),
    string().trim().default('').test(notTooLong(label, limits)),
  ),
  toApi: textOf,
  fromApi: typed,
});

export interface NumberFormat {
  pattern: RegExp;
  message: (label: string) => string;
}

// These formats have their own messages, because the server's pattern only reports an invalid
// number.
const DECIMAL: NumberFormat = {
  pattern: /^\s*-?\d+(\.\d+)?\s*$/,
  message: validation.numberInvalid,
};
export const WHOLE: NumberFormat = {
  pattern: /^\s*-?\d+(\.0+)?\s*$/,
  message: validation.numberWhole,
};
export const DOLLARS: NumberFormat = {
  pattern: /^\s*-?\d+(\.\d{1,2}0*)?\s*$/,
  message: validation.inCents,
};

const has = (label: string, { pattern, message }: NumberFormat): Check => ({
  name: 'format',
  message: message(label),
  test: (value) => pattern.test(value),
});

const between = (label: string, { minimum, maximum }: Range): Check => {
  const shown = (limit: number) => limit.toLocaleString('en-US');
  return {
    name: 'range',
    message: validation.outOfRange(label, shown(minimum), shown(maximum)),
    test: (value) => Number(value) >= minimum && Number(value) <= maximum,
  };
};

const numberChecks = (label: string, format: NumberFormat, limits: Range) => [
  has(label, DECIMAL),
  has(label, format),
  between(label, limits),
];

/** A required number. Numbers stay text while typed. */
export const number = (label: string, format: NumberFormat, limits: Range, ...checks: Check[]) => ({
  label,
  format,
  blank: '',
  rule: [...numberChecks(label, format, limits), ...checks].reduce(
    (rule, check) => rule.test(check),
    plainText().required(validation.required(label)),
  ),
  toApi: Number,
  fromApi: String,
});

/** @param whenEmpty the number that an empty field stands for, if any */
export const optionalNumber = (
  label: string,
  format: NumberFormat,
  limits: Range,
  whenEmpty?: string,
) => ({
  label,
  format,
  whenEmpty,
  blank: '',
  rule: numberChecks(label, format, limits).reduce(
    (rule, check) => rule.test(unlessEmpty(check)),
    plainText().default(''),
  ),
  toApi: numberOf,
  fromApi: typed,
});

/** One of several values; the blank one is not sent. */
export const choice = (label: string, blank = '') => ({
  label,
  blank,
  rule: string().default(blank),
  toApi: (value: string) => (value === blank ? undefined : value),
  fromApi: (read: string | undefined) => read ?? blank,
});

export const flag = (label: string) => ({
  label,
  blank: false,
  rule: boolean().default(false),
  toApi: (value: boolean) => value || undefined,
  fromApi: (read: boolean) => read,
});

/**
 * A list of rows.
 * @param things what the rows are, in the message about too many
 */
export function rows<Columns extends FieldTable>(
  label: string,
  columns: Columns,
  most: number,
  things = label,
) {
  type Row = { [F in keyof Columns]: Columns[F]['blank'] };
  return {
    label,
    columns,
    blank: [] as Row[],
    rule: array(object(rulesOf(columns)))
      .default([])
      .max(most, validation.tooMany(things, most)),
    toApi: (value: Row[]) =>
      value.length === 0 ? undefined : value.map((row) => toApi(columns, row)),
    fromApi: (read: { [F in keyof Columns]?: unknown }[]) =>
      read.map((row) => fromApi(columns, row)),
  };
}
