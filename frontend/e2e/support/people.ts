import { expect, test as base, type Page } from '@playwright/test';
import { addPartAs, removePartAs, type Part, type PartFacts } from './calls';
import { standInForGoogle } from './identity';
import { admin, customer, freshEmail, signIn, type Account } from './shop';

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

type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

/** Browsers with one and the same refresh token would look like thieves to the identity provider. */
const SHARED_FOR_MS = 8 * 60_000;

/**
 * Visitors of every kind. The demo accounts sign in once for many tests, because checking a password
 * is slow on purpose, and again before their tokens must be renewed; whoever changes something about
 * an account is a newcomer of their own.
 */
export const test = base.extend<
  { asCustomer: Page; asAdmin: Page; newcomer: Newcomer; ownPart: OwnPart },
  { stateOf: (account: Account) => Promise<State> }
>({
  stateOf: [
    async ({ browser }, use) => {
      const states = new Map<string, { state: Promise<State>; until: number }>();
      const open = async (account: Account) => {
        const context = await browser.newContext();
        await signIn(await context.newPage(), account);
        const state = await context.storageState({ indexedDB: true });
        await context.close();
        return state;
      };
      await use((account) => {
        const known = states.get(account.email);
        if (known && Date.now() < known.until) return known.state;
        const state = open(account);
        states.set(account.email, { state, until: Date.now() + SHARED_FOR_MS });
        return state;
      });
    },
    { scope: 'worker' },
  ],

  context: async ({ context }, use) => {
    await standInForGoogle(context);
    await use(context);
  },

  asCustomer: async ({ browser, stateOf }, use) => {
    const context = await browser.newContext({ storageState: await stateOf(customer) });
    await use(await context.newPage());
    await context.close();
  },

  asAdmin: async ({ browser, stateOf }, use) => {
    const context = await browser.newContext({ storageState: await stateOf(admin) });
    await use(await context.newPage());
    await context.close();
  },

  newcomer: async ({ page }, use) => {
    const name = 'Nora Newcomer';
    const email = freshEmail('nora');
    await page.goto('/signup');
    await page.getByLabel('Name').fill(name);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill('garage-1');
    await page.getByRole('button', { name: 'Sign up' }).click();
    await expect(page.getByRole('button', { name: 'Sign Out', exact: true })).toBeVisible();
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
