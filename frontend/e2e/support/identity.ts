/** Where the tests have to know who identifies people: the shop itself, or a Firebase emulator. */
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import { findInMail } from './calls';
import { admin, signIn, signOut } from './shop';

const { FIREBASE_AUTH_EMULATOR_HOST: emulator, FIREBASE_PROJECT_ID: project } = process.env;

/** Google's script cannot be reached, and the emulator's window needs it as Firebase's does. */
export async function standInForGoogle(context: BrowserContext): Promise<void> {
  if (emulator === undefined) return;
  const path = fileURLToPath(new URL('gapi.js', import.meta.url));
  await context.route('https://apis.google.com/js/api.js*', (route) => route.fulfill({ path }));
}

/**
 * The query of the link in the latest mail for a new password; nobody must be signed in. The
 * emulator writes no mails but tells what would be in them.
 */
export async function findResetCode(page: Page, email: string): Promise<string> {
  if (emulator === undefined) {
    await signIn(page, admin);
    const code = await findInMail(page, email, /oobCode=[\w-]+/);
    await signOut(page);
    return code;
  }
  const answer = await page.request.get(
    `http://${emulator}/emulator/v1/projects/${project}/oobCodes`,
  );
  const { oobCodes } = (await answer.json()) as { oobCodes: { email: string; oobCode: string }[] };
  const found = oobCodes.findLast((code) => code.email === email);
  if (found === undefined) throw new Error(`the emulator has no code for ${email}`);
  return `oobCode=${found.oobCode}`;
}
