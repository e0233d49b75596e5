/** The messages of the forms of methods and taxes. */
import { codeOf, sentenceFor } from '../../api/contract/problem';

/** Shown when another admin has saved rates in the meantime. */
export const CHANGED =
  'Someone else has changed shipping and tax. Your changes are still here; everything else is now up to date. Save again to apply your changes.';
export const GONE =
  'Someone else has changed shipping and tax, and this entry no longer exists. Your input is still here: save again to add it.';

/** The message for rates that could not be saved, where there is no form. */
export const notSaved = (error: unknown): string =>
  codeOf(error) === 'changed_meanwhile'
    ? 'Someone else has changed shipping and tax, so nothing was saved. You now see the current version. Try again.'
    : sentenceFor(error);
