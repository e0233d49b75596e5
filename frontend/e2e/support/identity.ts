/** For tests that depend on the identity provider: the shop itself, or a Firebase emulator. */
import { fileURLToPath } from 'node:url';
import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { findInMail } from './calls';
import { admin, signIn, signOut } from './shop';

const { FIREBASE_AUTH_EMULATOR_HOST: emulator, FIREBASE_PROJECT_ID: project } = process.env;

/**
 * Whether the provider hides which addresses have an account; the emulator does so only when
 * switched.
 */
export const keepsAddressesPrivate = emulator === undefined;

/** Google's script is not reachable, and the emulator's window needs it as Firebase's does. */
export async function standInForGoogle(context: BrowserContext): Promise<void> {
  if (emulator === undefined) return;
  const path = fileURLToPath(new URL('gapi.js', import.meta.url));
  await context.route('https://apis.google.com/js/api.js*', (route) => route.fulfill({ path }));
}

/**
 * The fragment of the link in the latest password reset email; no user may be signed in. The
 * emulator sends no emails, but returns their contents.
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

/** The codes the emulator would have emailed to an address, latest last. */
export async function emulatorsCodes(request: APIRequestContext, to: string): Promise<string[]> {
  const answer = await request.get(`http://${emulator}/emulator/v1/projects/${project}/oobCodes`);
  const { oobCodes } = (await answer.json()) as { oobCodes: { email: string; oobCode: string }[] };
  return oobCodes.filter(({ email }) => email === to).map(({ oobCode }) => oobCode);
}

/** Sets whether the emulator hides which addresses have an account. */
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
