import { string } from 'yup';
import { plainCharacters } from '../../lib/plain-characters';

/** The schema of a field with a restricted alphabet. */
export const plainText = () =>
  string()
    .transform((typed: string | undefined) => typed && plainCharacters(typed))
    .trim();
