/** Messages about a VIN. */
import { VIN_LENGTH, type Vin, type VinProblem } from '../../lib/vehicle/vin';

/** A decoded VIN. */
export interface ReadVin {
  read: Vin;
  /** The years of it that have listed parts. */
  listed: number[];
  /** The chosen year; empty while two are possible. */
  year: string;
}

const MISTYPED =
  'The check digit does not match. Look for a mistyped character, or continue if it is right.';

/** @param isFinished whether typing has ended: only then is a short number an error */
export function problemInWords(problem: VinProblem, length: number, isFinished: boolean): string[] {
  if (problem === 'sign') return ['A VIN has digits and letters, but never I, O or Q.'];
  if (problem === 'too_short' && !isFinished) return [];
  return [`A VIN has ${VIN_LENGTH} letters and digits; this has ${length}.`];
}

const either = (years: number[]) => years.join(' or ');

/** What to check before continuing with the data read. */
export function vinDoubts({ read, listed, year }: ReadVin): string[] {
  const others = read.years.filter((one) => String(one) !== year);
  const isOneOfTwo = year !== '' && read.years.includes(Number(year)) && listed.length === 1;
  return [
    ...(read.mistyped ? [MISTYPED] : []),
    ...(isOneOfTwo && others.length > 0
      ? [`This VIN can also mean ${either(others)}, for which no parts are listed.`]
      : []),
  ];
}

/** The data read, in words. */
export function readingInWords({ read: { years, make }, listed, year }: ReadVin): string {
  if (years.length === 0) return 'This VIN does not show the model year. Choose the year yourself.';
  if (listed.length === 0) {
    const those = years.length > 1 ? 'those years' : 'that year';
    return `Model year ${either(years)}. No parts are listed for cars from ${those}.`;
  }
  if (year === '') return `This VIN can mean model year ${either(listed)}. Choose one:`;
  return make === undefined
    ? `Model year ${year}. Choose the make.`
    : `${year} ${make}. Choose the model.`;
}
