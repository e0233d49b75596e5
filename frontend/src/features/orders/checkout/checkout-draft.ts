import { dropDraft, keepDraft, readDraft } from '../../../lib/drafts';
import type { Contact } from '../contact-rules';

const nameOf = (email: string) => `checkout by ${email}`;

/** What was typed before a reload, the way back or signing in again. */
export function readCheckoutDraft(email: string): Contact {
  const { address = '', phone = '' } = readDraft(nameOf(email)) ?? {};
  return { address, phone };
}

export function keepCheckoutDraft(email: string, { address, phone }: Contact): void {
  if (address === '' && phone === '') dropCheckoutDraft(email);
  else keepDraft(nameOf(email), { address, phone });
}

export function dropCheckoutDraft(email: string): void {
  dropDraft(nameOf(email));
}
