import { expect, test as base, type Browser, type Page } from '@playwright/test';
import { addPartAs, removePartAs, startSession, type Part, type PartFacts } from './calls';
import { standInForGoogle } from './identity';
import { enterSession, signInByCall, signUpByCall, type Session } from './sessions';
import { admin, customer, freshEmail, type Account } from './shop';

interface Newcomer {
  page: Page;
  name: string;
  email: string;
}

interface OwnPart {
  add: (facts?: Partial<PartFacts>) => Promise<Part>;
  /** For a part that the test adds in another way. */
  removeLater: (id: string) => void;
}

/** A browser of its own, in which somebody is signed in. */
async function openBrowser(browser: Browser, session: Session) {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [session] } });
  startSession(context, session);
  return context;
}

/** Browsers with one and the same refresh token would look like thieves to the identity provider. */
const SHARED_FOR_MS = 8 * 60_000;

/**
 * Visitors of every kind. The demo accounts sign in once for many tests, because checking a password
 * is slow on purpose, and again before their tokens must be renewed; a test that changes something about
 * an account has a newcomer of its own. All of them sign in by calls: the forms have tests of their own.
 */
export const test = base.extend<
  { asCustomer: Page; asAdmin: Page; newcomer: Newcomer; ownPart: OwnPart },
  { sessionOf: (account: Account) => Promise<Session> }
>({
  sessionOf: [
    async ({ browser }, use) => {
      const sessions = new Map<string, { session: Promise<Session>; until: number }>();
      const open = async (account: Account) => {
        const context = await browser.newContext();
        const session = await signInByCall(context.request, account);
        await context.close();
        return session;
      };
      await use((account) => {
        const known = sessions.get(account.email);
        if (known && Date.now() < known.until) return known.session;
        const session = open(account);
        sessions.set(account.email, { session, until: Date.now() + SHARED_FOR_MS });
        return session;
      });
    },
    { scope: 'worker' },
  ],

  context: async ({ context }, use) => {
    await standInForGoogle(context);
    await use(context);
  },

  asCustomer: async ({ browser, sessionOf }, use) => {
    const context = await openBrowser(browser, await sessionOf(customer));
    await use(await context.newPage());
    await context.close();
  },

  asAdmin: async ({ browser, sessionOf }, use) => {
    const context = await openBrowser(browser, await sessionOf(admin));
    await use(await context.newPage());
    await context.close();
  },

  newcomer: async ({ page }, use) => {
    const name = 'Nora Newcomer';
    const email = freshEmail('nora');
    const account = { email, password: 'garage-1' };
    await enterSession(page, await signUpByCall(page.request, account, name));
    await use({ page, name, email });
  },

  /** Parts that nobody else looks at; they leave the catalogue with the test. */
  ownPart: async ({ asAdmin }, use) => {
    const ids: string[] = [];
    await use({
      add: async (facts) => {
        const part = await addPartAs(asAdmin, facts);
        ids.push(part._id);
        return part;
      },
      removeLater: (id) => ids.push(id),
    });
    for (const id of ids) await removePartAs(asAdmin, id);
  },
});

export { expect };
