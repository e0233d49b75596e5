/** Creates accounts and sessions with API calls, for tests that are not about signing in. */
import type { APIRequestContext, APIResponse, Page } from '@playwright/test';
import type { ShopConfig } from '../../src/lib/config';
import { startSession, type Session } from './calls';
import type { Account } from './shop';

interface Proof {
  localId: string;
  email: string;
  displayName?: string;
  idToken: string;
  refreshToken: string;
  expiresIn: string;
}

async function bodyOf<Body>(response: APIResponse): Promise<Body> {
  if (!response.ok()) throw new Error(`${response.url()}: ${await response.text()}`);
  return (await response.json()) as Body;
}

/**
 * The user as the identity provider's client stores it. The client fetches the rest when the page
 * opens.
 */
const storedUser = (proof: Proof, apiKey: string) => ({
  uid: proof.localId,
  email: proof.email,
  emailVerified: false,
  displayName: proof.displayName,
  isAnonymous: false,
  providerData: [],
  stsTokenManager: {
    refreshToken: proof.refreshToken,
    accessToken: proof.idToken,
    expirationTime: Date.now() + Number(proof.expiresIn) * 1000,
  },
  apiKey,
  appName: '[DEFAULT]',
});

async function openSession(
  request: APIRequestContext,
  call: 'signUp' | 'signInWithPassword',
  account: Account & { displayName?: string },
): Promise<Session> {
  const config = await request.get('/config');
  const { identity } = await bodyOf<ShopConfig>(config);
  const { apiKey, emulatorUrl } = identity;
  const proof = await bodyOf<Proof>(
    await request.post(
      `${emulatorUrl ?? ''}/identitytoolkit.googleapis.com/v1/accounts:${call}?key=${apiKey}`,
      { data: { ...account, returnSecureToken: true } },
    ),
  );
  const { email } = account;
  const { accessToken } = await bodyOf<{ accessToken: string }>(
    await request.put(`/users/${encodeURIComponent(email)}`, {
      headers: { authorization: `Bearer ${proof.idToken}` },
      data: { email },
    }),
  );
  const [, claims = ''] = accessToken.split('.');
  const { sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string };
  const { origin } = new URL(config.url());
  const localStorage = [
    {
      name: `firebase:authUser:${apiKey}:[DEFAULT]`,
      value: JSON.stringify(storedUser(proof, apiKey)),
    },
    { name: 'accessTokenOwner', value: JSON.stringify({ owner: sub, email }) },
    { name: 'accessToken', value: accessToken },
  ];
  return { origin, localStorage };
}

export const signInByCall = (request: APIRequestContext, account: Account) =>
  openSession(request, 'signInWithPassword', account);

export const signUpByCall = (request: APIRequestContext, account: Account, displayName: string) =>
  openSession(request, 'signUp', { ...account, displayName });

/** Stores a session in the browser of a page. */
export async function enterSession(page: Page, session: Session): Promise<void> {
  const context = page.context();
  await context.setStorageState({ cookies: await context.cookies(), origins: [session] });
  startSession(context, session);
}
