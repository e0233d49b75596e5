/** The settings that the server sends to the browser, constant for the life of the page. */
export interface ShopConfig {
  identity: {
    mode: 'embedded' | 'firebase' | 'emulator';
    apiKey: string;
    authDomain: string;
    projectId: string;
    /** The URL of a Firebase emulator; null if there is none. */
    emulatorUrl: string | null;
  };
  payments: {
    mode: 'sandbox' | 'stripe';
    publishableKey: string;
    /** The URL of the sandbox provider; null if the real one is in use. */
    apiBase: string | null;
  };
  /**
   * Whether a mail server sends the emails; otherwise they stay in the outbox, which admins read.
   */
  mails: 'outbox' | 'smtp';
  /** The seller. Unset details are omitted. */
  seller: {
    name: string;
    address: string[];
    phone?: string;
    email?: string;
    taxNumber?: string;
    links: string[];
  };
  /** The seller's promises for every order. */
  promises: { shipping: string; orderBy?: string; returnDays: number };
  /** The time zone in which reports and lists count days: `UTC`, `America/New_York`. */
  timeZone: string;
  /** The coupon for newsletter subscribers, amounts in dollars; null if the shop offers none. */
  coupon: { amount: number; minimum: number; validDays: number } | null;
  /** The seller's instructions on withdrawal from a contract, by paragraph. */
  withdrawal: string[];
  /** True if sign-ins or payments are not real. */
  demo: boolean;
}

const inPage = document.getElementById('config')?.textContent;
/** The settings embedded in the page; tests have none. */
export const knownConfig = inPage ? (JSON.parse(inPage) as ShopConfig) : undefined;

let pending = knownConfig && Promise.resolve(knownConfig);

/**
 * Resolves immediately to the embedded settings; otherwise fetches them once. A failed attempt is
 * not cached, so that calling again retries.
 */
export function loadConfig(): Promise<ShopConfig> {
  pending ??= request().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

/** A plain fetch, because signing in needs the settings before the API client can be used. */
async function request(): Promise<ShopConfig> {
  const response = await fetch('/config', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`GET /config answered ${response.status}`);
  return (await response.json()) as ShopConfig;
}
