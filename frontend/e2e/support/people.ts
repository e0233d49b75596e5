import { expect, test as base, type Browser, type Page } from '@playwright/test';
import {
  addPartAs,
  removePartAs,
  startSession,
  type Part,
  type PartFacts,
  type Session,
} from './calls';
import { standInForGoogle } from './identity';
import { enterSession, signInByCall, signUpByCall } from './sessions';
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

/** A separate browser with a signed-in user. */
async function openBrowser(browser: Browser, session: Session) {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [session] } });
  startSession(context, session);
  return context;
}

/** Browsers sharing a refresh token would look like token theft to the identity provider. */
const SHARED_FOR_MS = 8 * 60_000;

/**
 * Fixtures for every kind of user. The demo accounts sign in once for many tests, because password
 * checks are deliberately slow, and again before their tokens must be renewed; a test that changes
 * an account creates its own user. All of them sign in by calls: the forms have their own tests.
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

  /** Parts used by this test only; removed from the catalog when it ends. */
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
