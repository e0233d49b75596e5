/** Validation of typed numbers in this feature's forms. */
import { formatCount } from '../../lib/format';
import { validation } from '../../lib/texts';
import { plainText } from '../../ui/forms/plain-text';
import { DECIMAL, type dollars, kilograms, percent } from './decimals';

type Unit = typeof dollars;

interface Limits {
  minimum: number;
  maximum: number;
}

const DECIMALS: Record<number, string> = { 2: 'two', 3: 'three', 4: 'four' };

/** A limit in the displayed unit. */
const shown = (unit: Unit, value: number) =>
  unit === kilograms || unit === percent ? unit.write(value) : `$${formatDecimal(unit, value)}`;

function formatDecimal(unit: Unit, value: number): string {
  const [whole = '', fraction] = unit.write(value).split('.');
  return formatCount(Number(whole)) + (fraction === undefined ? '' : `.${fraction}`);
}

const unlessEmpty = { excludeEmptyString: true };

/**
 * An optional decimal number.
 * @param limits in the unit's smallest part
 */
export const optionalDecimal = (label: string, unit: Unit, limits: Limits) =>
  plainText()
    .default('')
    .matches(DECIMAL, { message: validation.numberInvalid(label), ...unlessEmpty })
    .test(
      'decimals',
      `${label} must have at most ${DECIMALS[unit.decimals]} decimals`,
      (typed) => typed === '' || !DECIMAL.test(typed) || unit.read(typed) !== null,
    )
    .test(
      'range',
      validation.outOfRange(label, shown(unit, limits.minimum), shown(unit, limits.maximum)),
      (typed) => {
        const value = unit.read(typed);
        return value === null || (value >= limits.minimum && value <= limits.maximum);
      },
    );

/** A required decimal number. */
export const decimal = (label: string, unit: Unit, limits: Limits) =>
  optionalDecimal(label, unit, limits).required(validation.required(label));

/** An integer. */
export const whole = (label: string, { minimum, maximum }: Limits) =>
  plainText()
    .required(validation.required(label))
    .matches(/^\s*-?\d+\s*$/, validation.numberWhole(label))
    .test(
      'range',
      validation.outOfRange(label, formatCount(minimum), formatCount(maximum)),
      (typed) => !/^-?\d+$/.test(typed) || (Number(typed) >= minimum && Number(typed) <= maximum),
    );

/** Dollar limits in cents. */
export const inCents = ({ minimum, maximum }: Limits): Limits => ({
  minimum: Math.round(minimum * 100),
  maximum: Math.round(maximum * 100),
});
