/** The settings the server hands to the browser, the same for the whole life of the page. */
export interface ShopConfig {
  identity: {
    mode: 'embedded' | 'firebase' | 'emulator';
    apiKey: string;
    authDomain: string;
    projectId: string;
    /** Where a Firebase emulator listens; null when there is none. */
    emulatorUrl: string | null;
  };
  payments: {
    mode: 'sandbox' | 'stripe';
    publishableKey: string;
    /** Where the sandbox provider listens; null when the real one is in use. */
    apiBase: string | null;
  };
  /** Whether a mail server sends the mails; else they stay in the outbox, which admins read. */
  mails: 'outbox' | 'smtp';
  /** Who sells. What is not known is left out. */
  seller: { name: string; address: string[]; phone?: string; email?: string; links: string[] };
  /** What the seller promises of every order. */
  promises: { shipping: string; orderBy?: string; returnDays: number };
  /** The time zone in which reports and lists count days: `UTC`, `America/New_York`. */
  timeZone: string;
  /** The coupon for newsletter subscribers, amounts in dollars; null if the shop offers none. */
  coupon: { amount: number; minimum: number; validDays: number } | null;
  /** True when nobody really signs in or no money moves. */
  demo: boolean;
}

const inPage = document.getElementById('config')?.textContent;
/** What the page came with; in tests it comes without. */
export const knownConfig = inPage ? (JSON.parse(inPage) as ShopConfig) : undefined;

let pending = knownConfig && Promise.resolve(knownConfig);

/** Says at once what the page came with; otherwise asks once. A failed attempt is forgotten, so that calling again retries. */
export function loadConfig(): Promise<ShopConfig> {
  pending ??= request().catch((error: unknown) => {
    pending = undefined;
    throw error;
  });
  return pending;
}

/** With a plain fetch, because signing in needs them before the API client can be used. */
async function request(): Promise<ShopConfig> {
  const response = await fetch('/config', { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`GET /config answered ${response.status}`);
  return (await response.json()) as ShopConfig;
}
