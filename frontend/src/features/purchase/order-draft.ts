import { dropDraft, keepDraft, readDraft } from '../../lib/drafts';
import type { OrderValues } from './order-schema';

/** What a customer fills in; name and email come from the account. */
export type OrderDraft = Pick<OrderValues, 'address' | 'phone' | 'quantity'>;

const nameOf = (partId: string, email: string) => `order of ${partId} by ${email}`;

/** The half-filled order of a part, from before a reload, the way back or signing in again. */
export function readOrderDraft(partId: string, email: string): OrderDraft {
  const { address = '', phone = '', quantity = '' } = readDraft(nameOf(partId, email)) ?? {};
  return { address, phone, quantity };
}

export function keepOrderDraft(partId: string, email: string, draft: OrderDraft): void {
  keepDraft(nameOf(partId, email), { ...draft });
}

export function dropOrderDraft(partId: string, email: string): void {
  dropDraft(nameOf(partId, email));
}
