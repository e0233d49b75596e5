/**
 * What the customer has just ordered or paid, and what became of it: a page that fails in that moment must not leave
 * them wondering. Outside of the components, which are gone by then.
 */
export interface PurchaseStep {
  title: string;
  text: string;
  /** Nothing has happened, so loading the page again is the way on. */
  failed: boolean;
  /** The order's id; absent as long as an order that was sent has none. */
  order?: string;
  /** The order is there to be paid. */
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
