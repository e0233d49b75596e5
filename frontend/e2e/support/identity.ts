/** Where the tests have to know who identifies people: the shop itself, or a Firebase emulator. */
import { fileURLToPath } from 'node:url';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { findInMail } from './calls';
import { admin, signIn, signOut } from './shop';

const { FIREBASE_AUTH_EMULATOR_HOST: emulator, FIREBASE_PROJECT_ID: project } = process.env;

/** Whether the provider keeps to itself which addresses have an account; the emulator does when told. */
export const keepsAddressesPrivate = emulator === undefined;

/** Google's script cannot be reached, and the emulator's window needs it as Firebase's does. */
export async function standInForGoogle(context: BrowserContext): Promise<void> {
  if (emulator === undefined) return;
  const path = fileURLToPath(new URL('gapi.js', import.meta.url));
  await context.route('https://apis.google.com/js/api.js*', (route) => route.fulfill({ path }));
}

/**
 * The fragment of the link in the latest mail for a new password; nobody must be signed in. The
 * emulator writes no mails but tells what would be in them.
 */
export async function findResetCode(page: Page, email: string): Promise<string> {
  if (emulator === undefined) {
    await signIn(page, admin);
    const code = await findInMail(page, email, /oobCode=[\w-]+/);
    await signOut(page);
    return code;
  }
  const code = (await emulatorsCodes(page.request, email)).at(-1);
  if (code === undefined) throw new Error(`the emulator has no code for ${email}`);
  return `oobCode=${code}`;
}

/** What the emulator would have mailed to an address, the latest last. */
export async function emulatorsCodes(request: APIRequestContext, to: string): Promise<string[]> {
  const answer = await request.get(`http://${emulator}/emulator/v1/projects/${project}/oobCodes`);
  const { oobCodes } = (await answer.json()) as { oobCodes: { email: string; oobCode: string }[] };
  return oobCodes.filter(({ email }) => email === to).map(({ oobCode }) => oobCode);
}

/** Whether the emulator keeps to itself which addresses have an account. */
export async function setEmailPrivacy(request: APIRequestContext, on: boolean): Promise<void> {
  const answer = await request.patch(
    `http://${emulator}/identitytoolkit.googleapis.com/v2/projects/${project}/config`,
    {
      params: { updateMask: 'emailPrivacyConfig' },
      headers: { authorization: 'Bearer owner' },
      data: { emailPrivacyConfig: { enableImprovedEmailPrivacy: on } },
    },
  );
  if (!answer.ok()) throw new Error(await answer.text());
}
