import { array, object, string } from 'yup';
import {
  conditionWords,
  modelYear,
  neededPieces,
  position,
} from '../../../../api/contract/generated-types';
import type { Application, ApplicationFields } from '../../../../api/contract/generated-types';
import { formatCount } from '../../../../lib/format';
import { lengthOf, notTooLong } from '../../../../lib/text-rules';
import { validation } from '../../../../lib/texts';

/** Maximum number of conditions of one application. */
const MAX_CONDITIONS = 20;

/** An application as typed. */
export interface ApplicationRow {
  from: string;
  to: string;
  engine: string;
  position: string;
  pieces: string;
  /** One per line. */
  conditions: string;
}

export interface ModelForm {
  make: string;
  /** The model's key, such as `honda/civic`. */
  model: string;
  applications: ApplicationRow[];
}

export const BLANK: ApplicationRow = {
  from: '',
  to: '',
  engine: '',
  position: '',
  pieces: '',
  conditions: '',
};

export const rowOf = (application: Application): ApplicationRow => ({
  from: String(application.from),
  to: String(application.to),
  engine: application.engine?.id ?? '',
  position: application.position ?? '',
  pieces: application.pieces === undefined ? '' : String(application.pieces),
  conditions: application.conditions.map(({ words }) => words).join('\n'),
});

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export function applicationOf(row: ApplicationRow): ApplicationFields {
  const [engine, place, pieces] = [row.engine, row.position.trim(), row.pieces.trim()];
  return {
    from: Number(row.from),
    to: Number(row.to),
    ...(engine !== '' && { engine }),
    ...(place !== '' && { position: place }),
    ...(pieces !== '' && { pieces: Number(pieces) }),
    conditions: linesOf(row.conditions),
  };
}

/** Validates an integer in a range. */
const whole = (label: string, { minimum, maximum }: { minimum: number; maximum: number }) =>
  string()
    .trim()
    .matches(/^\d*$/, validation.numberWhole(label))
    .test(
      'range',
      validation.outOfRange(label, String(minimum), formatCount(maximum)),
      (typed = '') => typed === '' || (Number(typed) >= minimum && Number(typed) <= maximum),
    );

const year = (label: string) =>
  string()
    .trim()
    .required(validation.required(label))
    .matches(/^\d*$/, validation.numberWhole(label))
    .test(
      'range',
      `${label} must be from ${modelYear.minimum} to ${modelYear.maximum}`,
      (typed) => Number(typed) >= modelYear.minimum && Number(typed) <= modelYear.maximum,
    );

export const modelSchema = object({
  make: string().required(validation.required('make')),
  model: string().required(validation.required('model')),
  applications: array()
    .of(
      object({
        from: year('first year'),
        to: year('last year').test(
          'order',
          'last year must not be before first year',
          (typed, { parent }) => Number(typed) >= Number((parent as ApplicationRow).from),
        ),
        engine: string().default(''),
        position: string().trim().default('').test(notTooLong('position', position)),
        pieces: whole('pieces', neededPieces),
        conditions: string()
          .default('')
          .test(
            'each',
            `each condition must have at most ${conditionWords.maxLength} characters`,
            (typed) => linesOf(typed).every((line) => lengthOf(line) <= conditionWords.maxLength),
          )
          .test(
            'many',
            `there must be at most ${MAX_CONDITIONS} conditions`,
            (typed) => linesOf(typed).length <= MAX_CONDITIONS,
          ),
      }),
    )
    .required(),
});
