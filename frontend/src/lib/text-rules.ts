import { fieldTexts } from './field-texts';

/** Simple on purpose: only the mail that arrives shows that an address is good. */
export const SIMPLE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Why a typed address cannot be used; null when it can. */
export function emailRefusal(typed: string): string | null {
  if (typed.trim() === '') return fieldTexts.emailRequired;
  return SIMPLE_EMAIL.test(typed.trim()) ? null : fieldTexts.emailInvalid;
}

/** Characters as the server counts them: whole ones, without space around the text. */
export const lengthOf = (text: string) => Array.from(text.trim()).length;

/** Whether the server takes a text of this length. */
export const isWithin =
  (most: number) =>
  (text: string | undefined): boolean =>
    lengthOf(text ?? '') <= most;

/** The test of a form's schema for the length of a text; `limits` are those of the server's document. */
export const notTooLong = (label: string, { maxLength }: { maxLength: number }) => ({
  name: 'limit',
  message: fieldTexts.tooLong(label, maxLength),
  test: isWithin(maxLength),
});

const WEB = ['https:', 'http:'];

/** The address if following it is harmless: a web page, never a script. Null for everything else. */
export function safeLink(text: string): string | null {
  try {
    const address = new URL(text);
    return WEB.includes(address.protocol) ? address.href : null;
  } catch {
    return null;
  }
}
