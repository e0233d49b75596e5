import { validation } from './texts';

/** Simple on purpose: only the mail that arrives shows that an address is good. */
export const SIMPLE_EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Why a typed address cannot be used; null when it can. */
export function emailRefusal(typed: string): string | null {
  if (typed.trim() === '') return validation.emailRequired;
  return SIMPLE_EMAIL.test(typed.trim()) ? null : validation.emailInvalid;
}
