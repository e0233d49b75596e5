/**
 * The shop's only contact with the identity provider. Always reach this module by a dynamic import:
 * it is the heaviest code of the shop and visitors who only look around never need it.
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

/** One client per page; a start that failed is forgotten, so that the next call tries again. */
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
    // The shop's own server speaks the provider's protocol; its popup needs a helper of ours.
    connectAuthEmulator(client, location.origin, { disableWarnings: true });
    await import('./gapi-stub');
  }
  if (identity.emulatorUrl) {
    connectAuthEmulator(client, identity.emulatorUrl, { disableWarnings: true });
  }
  return client;
}

/** Fetches everything a sign-in needs, so that a later click can open its popup at once. */
export async function warmUp(): Promise<void> {
  await auth();
}

export async function createAccount(email: string, password: string): Promise<void> {
  await createUserWithEmailAndPassword(await auth(), email, password);
}

/** Gives the account in use its display name. */
export async function nameAccount(name: string): Promise<void> {
  const { currentUser } = await auth();
  if (currentUser) await updateProfile(currentUser, { displayName: name });
}

export async function signIn(email: string, password: string): Promise<void> {
  await signInWithEmailAndPassword(await auth(), email, password);
}

/**
 * Google's window stays usable after it was given up. What it brings then must not take the place of
 * whoever has signed in meanwhile.
 * @param isWanted whether somebody still waits for the window
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

/** Sends the person who has just signed in a mail by which they show that the address is theirs. */
export async function sendConfirmationMail(): Promise<string> {
  const user = await knownUser();
  await sendEmailVerification(user);
  return user.email;
}

/** Uses the code of that mail. */
export async function confirmAddress(code: string): Promise<void> {
  await applyActionCode(await auth(), code);
  // The ID token at hand still says that the address is not confirmed.
  const user = await currentUser();
  await user?.getIdToken(true);
}

/**
 * Uses the code of a mail to the address that the account moves to: every sign-in of it is over then.
 * @returns the address that the account had; null where the provider does not say
 */
export async function moveToAddress(code: string): Promise<string | null> {
  const client = await auth();
  const { data } = await checkActionCode(client, code);
  await applyActionCode(client, code);
  return data.previousEmail ?? null;
}

/** Whether the person in use has a password; others sign in with Google alone. */
export async function hasPassword(): Promise<boolean> {
  const ways = (await currentUser())?.providerData ?? [];
  return ways.some(({ providerId }) => providerId === EmailAuthProvider.PROVIDER_ID);
}

/**
 * Shows the provider anew who is at the keyboard, as it wants before an account changes.
 * @param password null for somebody who has none: then Google's window opens
 */
export async function signInAgain(password: string | null): Promise<void> {
  const user = await knownUser();
  if (password === null) {
    await reauthenticateWithPopup(user, new GoogleAuthProvider(), browserPopupRedirectResolver);
  } else {
    await reauthenticateWithCredential(user, EmailAuthProvider.credential(user.email, password));
  }
}

/** After `signInAgain`; all other sign-ins are over then. */
export async function changePassword(password: string): Promise<void> {
  await updatePassword(await knownUser(), password);
}

/** After `signInAgain`: sends a mail to the address that the account is to move to. */
export async function sendMovingMail(to: string): Promise<void> {
  await verifyBeforeUpdateEmail(await knownUser(), to);
}

/** After `signInAgain`. */
export async function deleteAccount(): Promise<void> {
  await deleteUser(await knownUser());
}

/** Who the provider remembers on this browser, once it has finished looking; null for nobody. */
export async function currentPerson(): Promise<Person | null> {
  const user = await currentUser();
  return user?.email ? { name: user.displayName ?? user.email, email: user.email } : null;
}

/** The shop opens a session for an ID token of the last five minutes; clocks and networks need some. */
const YOUNG_ENOUGH_MS = 4 * 60_000;

/**
 * The proof that is exchanged for the shop's access token, new enough to open a session with.
 * @param fresh ask for a new one in any case, because a profile change is not in the token at hand
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

/** Somebody must be signed in, with an address. */
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
