/**
 * What the customer has just ordered or paid, and its outcome: a page that fails at that moment
 * must not leave them wondering. Stored outside the components, which are unmounted by then.
 */
export interface PurchaseStep {
  title: string;
  text: string;
  /** Nothing was ordered or paid, so the customer can reload and try again. */
  failed: boolean;
  /** The order's id; absent while the order is being sent. */
  order?: string;
  /** The order can be paid. */
  payable: boolean;
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
