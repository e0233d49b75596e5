/**
 * Orders whose card was accepted, but whose payment the shop has not registered yet. Stored for all
 * tabs of this browser and through reloads, so that customers do not pay twice.
 */
import { PAYMENTS_KEY as KEY } from './personal-storage';

/** By then the provider has notified the shop of the payment; if not, paying again is safe. */
const TTL_MS = 60 * 60_000;

interface UnderWay {
  transactionId: string;
  since: number;
}

// A browser may refuse storage; then only the tab that paid knows.

function read(): Record<string, UnderWay> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return {};
    return Object.fromEntries(Object.entries(kept).filter(isFresh));
  } catch {
    return {};
  }
}

function isFresh(entry: [string, unknown]): entry is [string, UnderWay] {
  const [, payment] = entry;
  if (typeof payment !== 'object' || payment === null) return false;
  const { transactionId, since } = payment as Partial<UnderWay>;
  if (typeof transactionId !== 'string' || typeof since !== 'number') return false;
  const age = Date.now() - since;
  return age >= 0 && age < TTL_MS;
}

function write(payments: Record<string, UnderWay>): void {
  try {
    if (Object.keys(payments).length === 0) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify(payments));
  } catch {
    // See above.
  }
}

/** Saving a payment again does not reset its age. */
export function notePaymentUnderWay(orderId: string, transactionId: string): void {
  const payments = read();
  if (payments[orderId]?.transactionId === transactionId) return;
  write({ ...payments, [orderId]: { transactionId, since: Date.now() } });
}

/** The provider's id of the payment; null if this browser knows of no pending one. */
export function paymentUnderWay(orderId: string): string | null {
  return read()[orderId]?.transactionId ?? null;
}

export function deletePaymentUnderWay(orderId: string): void {
  const others = Object.entries(read()).filter(([order]) => order !== orderId);
  write(Object.fromEntries(others));
}
