import { fieldTexts } from './field-texts';

/** Deliberately simple: only a received email proves that an address works. */
export const SIMPLE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Why a typed address is invalid; null if it is valid. */
export function emailRefusal(typed: string): string | null {
  if (typed.trim() === '') return fieldTexts.emailRequired;
  return SIMPLE_EMAIL.test(typed.trim()) ? null : fieldTexts.emailInvalid;
}

/** Length in characters as the server counts them: code points, without surrounding spaces. */
export const lengthOf = (text: string) => Array.from(text.trim()).length;

/** Whether the server accepts a text of this length. */
export const isWithin =
  (most: number) =>
  (text: string | undefined): boolean =>
    lengthOf(text ?? '') <= most;

/** The schema test for a text's length; `limits` come from the API document. */
export const notTooLong = (label: string, { maxLength }: { maxLength: number }) => ({
  name: 'limit',
  message: fieldTexts.tooLong(label, maxLength),
  test: isWithin(maxLength),
});

const WEB = ['https:', 'http:'];

/** The URL if it is safe to follow: a web page, never a script. Null for everything else. */
export function safeLink(text: string): string | null {
  try {
    const address = new URL(text);
    return WEB.includes(address.protocol) ? address.href : null;
  } catch {
    return null;
  }
}
