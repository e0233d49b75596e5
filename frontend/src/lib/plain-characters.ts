/**
 * Normalizes pasted text for a field with a restricted alphabet: compatibility forms replaced
 * (NFKC, so that a full-width digit is a digit), invisible characters dropped, spaces and dashes of
 * any kind as ` ` and `-`. The server does the same in `crates/domain/src/normalization.rs`; one
 * table tests both.
 */
export const plainCharacters = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\p{Zs}/gu, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-');
