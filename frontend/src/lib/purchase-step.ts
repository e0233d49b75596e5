/**
 * What the customer has just ordered or paid, and what became of it: a page that breaks in that moment must not leave
 * them wondering. Outside of the components, which are gone by then.
 */

export interface PurchaseStep {
  kind: 'order' | 'payment';
  /** `unknown`: the answer was lost, so it may have happened. */
  state: 'sent' | 'done' | 'failed' | 'unknown';
  /** Absent as long as an order that was sent has no id. */
  order?: string;
}

let step: PurchaseStep | null = null;
const listeners = new Set<() => void>();

/** @param next null on another screen */
export function notePurchaseStep(next: PurchaseStep | null): void {
  step = next;
  for (const listener of listeners) listener();
}

export const purchaseStep = (): PurchaseStep | null => step;

export function onPurchaseStep(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
