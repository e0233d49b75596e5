/**
 * The shop's only contact with the identity provider. Always load this module by a dynamic import:
 * it is the largest code of the shop, and visitors who only browse never need it.
 */
import { initializeApp } from 'firebase/app';
import {
  EmailAuthProvider,
  GoogleAuthProvider,
  applyActionCode,
  beforeAuthStateChanged,
  browserLocalPersistence,
  browserPopupRedirectResolver,
  checkActionCode,
  confirmPasswordReset,
  connectAuthEmulator,
  createUserWithEmailAndPassword,
  deleteUser,
  indexedDBLocalPersistence,
  initializeAuth,
  reauthenticateWithCredential,
  reauthenticateWithPopup,
  sendEmailVerification,
  sendPasswordResetEmail,
  signInWithEmailAndPassword,
  signInWithPopup,
  signOut as providerSignOut,
  updatePassword,
  updateProfile,
  verifyBeforeUpdateEmail,
  type Auth,
  type User,
} from 'firebase/auth';
import { loadConfig } from '../config';
import type { Person } from '../session/session-slice';

let started: Promise<Auth> | undefined;

/** One client per page. A failed start is not cached, so the next call retries. */
function auth(): Promise<Auth> {
  started ??= start().catch((error: unknown) => {
    started = undefined;
    throw error;
  });
  return started;
}

async function start(): Promise<Auth> {
  const { identity } = await loadConfig();
  const { apiKey, authDomain, projectId } = identity;
  const client = initializeAuth(initializeApp({ apiKey, authDomain, projectId }), {
    persistence: [indexedDBLocalPersistence, browserLocalPersistence],
  });
  if (identity.mode === 'embedded') {
    // The shop's own server implements the provider's protocol; its popup needs our stub.
    connectAuthEmulator(client, location.origin, { disableWarnings: true });
    await import('./gapi-stub');
  }
  if (identity.emulatorUrl) {
    connectAuthEmulator(client, identity.emulatorUrl, { disableWarnings: true });
  }
  return client;
}

/** Loads everything a sign-in needs, so that a later click can open its popup immediately. */
export async function warmUp(): Promise<void> {
  await auth();
}

export async function createAccount(email: string, password: string): Promise<void> {
  await createUserWithEmailAndPassword(await auth(), email, password);
}

/** Sets the display name of the current account. */
export async function nameAccount(name: string): Promise<void> {
  const { currentUser } = await auth();
  if (currentUser) await updateProfile(currentUser, { displayName: name });
}

export async function signIn(email: string, password: string): Promise<void> {
  await signInWithEmailAndPassword(await auth(), email, password);
}

/**
 * Google's window stays open after the user has given up waiting. A late result must not replace
 * another user who has signed in since.
 * @param isWanted whether the page is still waiting for the window
 */
export async function signInWithGoogle(isWanted: () => boolean): Promise<void> {
  const client = await auth();
  const stopWatching = beforeAuthStateChanged(client, async (user) => {
    if (user === null || isWanted()) return;
    const { signInProvider } = await user.getIdTokenResult();
    if (signInProvider === GoogleAuthProvider.PROVIDER_ID) throw new Error('given up');
  });
  try {
    await signInWithPopup(client, new GoogleAuthProvider(), browserPopupRedirectResolver);
  } finally {
    stopWatching();
  }
}

export async function signOut(): Promise<void> {
  await providerSignOut(await auth());
}

export async function sendResetMail(email: string): Promise<void> {
  await sendPasswordResetEmail(await auth(), email);
}

export async function setNewPassword(code: string, password: string): Promise<void> {
  await confirmPasswordReset(await auth(), code, password);
}

/** Sends the newly signed-in user an email to confirm their address. */
export async function sendConfirmationMail(): Promise<string> {
  const user = await knownUser();
  await sendEmailVerification(user);
  return user.email;
}

/** Applies the code of that email. */
export async function confirmAddress(code: string): Promise<void> {
  await applyActionCode(await auth(), code);
  // The current ID token still marks the address as unconfirmed.
  const user = await currentUser();
  await user?.getIdToken(true);
}

/**
 * Applies the code of an email to an account's new address, which ends all its sessions.
 * @returns the previous address; null if the provider does not return it
 */
export async function moveToAddress(code: string): Promise<string | null> {
  const client = await auth();
  const { data } = await checkActionCode(client, code);
  await applyActionCode(client, code);
  return data.previousEmail ?? null;
}

/** Whether the current user has a password; others sign in with Google only. */
export async function hasPassword(): Promise<boolean> {
  const ways = (await currentUser())?.providerData ?? [];
  return ways.some(({ providerId }) => providerId === EmailAuthProvider.PROVIDER_ID);
}

/**
 * Re-authenticates the user, as the provider requires before an account changes.
 * @param password null for a user without one: then Google's window opens
 */
export async function signInAgain(password: string | null): Promise<void> {
  const user = await knownUser();
  if (password === null) {
    await reauthenticateWithPopup(user, new GoogleAuthProvider(), browserPopupRedirectResolver);
  } else {
    await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email, password));
  }
}

/** Call after `signInAgain`. Ends all other sessions. */
export async function changePassword(password: string): Promise<void> {
  await updatePassword(await knownUser(), password);
}

/** Call after `signInAgain`. Sends an email to the account's new address. */
export async function sendMovingMail(to: string): Promise<void> {
  await verifyBeforeUpdateEmail(await knownUser(), to);
}

/** Call after `signInAgain`. */
export async function deleteAccount(): Promise<void> {
  await deleteUser(await knownUser());
}

/**
 * The user whose sign-in the provider has stored in this browser, once it has finished loading;
 * null for none.
 */
export async function currentPerson(): Promise<Person | null> {
  const user = await currentUser();
  return user?.email ? { name: user.displayName ?? user.email, email: user.email } : null;
}

/**
 * The shop opens a session for an ID token issued in the last five minutes; this leaves a margin
 * for clocks and networks.
 */
const YOUNG_ENOUGH_MS = 4 * 60_000;

/**
 * The ID token to exchange for the shop's access token, recent enough to open a session.
 * @param fresh always request a new one, because the current token does not contain a profile
 *   change
 */
export async function currentProof(
  fresh: boolean,
): Promise<{ email: string; idToken: string } | null> {
  const user = await currentUser();
  if (!user?.email) return null;
  const known = fresh ? null : await user.getIdTokenResult();
  const isYoung = known !== null && Date.now() - Date.parse(known.issuedAtTime) < YOUNG_ENOUGH_MS;
  return { email: user.email, idToken: isYoung ? known.token : await user.getIdToken(true) };
}

/** The current user; throws if there is none, or none with an email address. */
async function knownUser(): Promise<User & { email: string }> {
  const user = await currentUser();
  if (!user?.email) throw new Error('nobody is signed in');
  return user as User & { email: string };
}

async function currentUser(): Promise<User | null> {
  const client = await auth();
  await client.authStateReady();
  return client.currentUser;
}
