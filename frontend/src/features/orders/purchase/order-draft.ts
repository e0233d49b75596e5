import { deleteDraft, readDraft, saveDraft } from '../../../lib/drafts';
import type { OrderValues } from './order-rules';

/** The fields a customer fills in; name and email come from the account. */
export type OrderDraft = Pick<OrderValues, 'address' | 'phone' | 'quantity'>;

const nameOf = (partId: string, email: string) => `order of ${partId} by ${email}`;

/** The unfinished order of a part, from before a reload, the back button or signing in again. */
export function readOrderDraft(partId: string, email: string) {
  const kept = readDraft(nameOf(partId, email)) ?? {};
  const { address = '', phone = '', quantity = '', refused } = kept;
  const draft: OrderDraft = { address, phone, quantity };
  return { draft, refused: refused === 'quantity' };
}

/** @param refused the quantity was refused and has not changed since */
export function saveOrderDraft(
  partId: string,
  email: string,
  draft: OrderDraft,
  refused: boolean,
): void {
  saveDraft(nameOf(partId, email), { ...draft, ...(refused && { refused: 'quantity' }) });
}

export function deleteOrderDraft(partId: string, email: string): void {
  deleteDraft(nameOf(partId, email));
}
