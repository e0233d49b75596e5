import {
  createSlice,
  type PayloadAction,
  type ThunkAction,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { haveSameOwner, namedOwner, ownerOf, readToken } from './tokens';

/**
 * The customer: a member as known to the identity provider, or a guest with the details they
 * entered.
 */
export interface Person {
  name: string;
  email: string;
}

/**
 * Why a session ended without a Sign Out here: the shop or the identity provider no longer knows
 * it, or it was ended in another tab; or all sessions were ended from here.
 */
export type Ending = 'expired' | 'elsewhere' | 'everywhere';

interface Session {
  /**
   * restoring: an access token is stored, and its owner is being fetched; unreachable: that request
   * failed and can be retried.
   */
  status: 'restoring' | 'unreachable' | 'signed-in' | 'signed-out';
  person: Person | null;
  /** Token for the shop's own calls: valid for 15 minutes and renewed as needed. */
  accessToken: string | null;
  /** Lets a guest return; members have none. */
  guestToken?: string;
  /**
   * Undefined if this browser's Sign Out ended the session, and for guests, who have nothing to
   * sign in to.
   */
  ending?: Ending;
  /** All sessions of the user are being ended from here; another tab may learn of it first. */
  leavingEverywhere?: boolean;
  /**
   * Only for a session that was started in another tab, which the identity provider notices late.
   */
  fromOtherTab?: boolean;
}

/**
 * The part of the store that contains this slice; lets lower layers read it without depending on
 * the store.
 */
export interface SessionRoot {
  session: Session;
}

/** A user with a session. */
interface Acting {
  person: Person;
  accessToken: string;
  guestToken?: string;
}

/** An asynchronous step of a session. */
export type SessionThunk = ThunkAction<Promise<void>, SessionRoot, unknown, UnknownAction>;

const signedOutSession: Session = { status: 'signed-out', person: null, accessToken: null };

/**
 * The session of a stored token. Guests are known immediately; members' details come from the
 * provider.
 */
function found(accessToken: string): Session {
  const owner = namedOwner(accessToken);
  return owner?.guestToken === undefined
    ? { status: 'restoring', person: null, accessToken }
    : { status: 'signed-in', accessToken, ...owner };
}

const sessionSlice = createSlice({
  name: 'session',
  initialState: (): Session => {
    const accessToken = readToken();
    return accessToken === null ? signedOutSession : found(accessToken);
  },
  reducers: {
    signedIn: (_, { payload }: PayloadAction<Acting>): Session => ({
      status: 'signed-in',
      ...payload,
    }),
    /** A guest orders without an account. */
    cameAsGuest: (_, { payload }: PayloadAction<Required<Acting>>): Session => ({
      status: 'signed-in',
      ...payload,
    }),
    /** Another tab opened a session with this token; its owner will be fetched. */
    adopted: {
      reducer: (_, { payload }: PayloadAction<Session>) => payload,
      prepare: (accessToken: string) => ({
        payload: { ...found(accessToken), fromOtherTab: true },
      }),
    },
    restoreStarted: (session) => {
      if (session.status === 'unreachable') session.status = 'restoring';
    },
    /**
     * The owner of a token, or their new name: of this token, or of one that has since been
     * renewed.
     */
    restored: (session, { payload }: PayloadAction<Acting>) => {
      // A response that arrives after a sign-out must not restore the session, and one about
      // another user's token does not apply to this session.
      const { accessToken } = session;
      if (accessToken === null) return;
      if (accessToken !== payload.accessToken && !haveSameOwner(accessToken, payload.accessToken)) {
        return;
      }
      session.status = 'signed-in';
      session.person = payload.person;
      if (payload.guestToken !== undefined) session.guestToken = payload.guestToken;
      delete session.fromOtherTab;
    },
    restoreFailed: (session) => {
      if (session.status === 'restoring') session.status = 'unreachable';
    },
    tokenRenewed: (session, { payload }: PayloadAction<string>) => {
      if (session.status !== 'signed-out') session.accessToken = payload;
    },
    leavingEverywhere: (session, { payload }: PayloadAction<boolean>) => {
      session.leavingEverywhere = payload;
    },
    signedOut: (session, { payload }: PayloadAction<Ending | undefined>): Session => {
      // Pending calls are refused afterward and do not know why the session has ended.
      if (session.status === 'signed-out' && payload !== 'everywhere') return session;
      if (session.guestToken !== undefined) return signedOutSession;
      const ending = payload && session.leavingEverywhere ? 'everywhere' : payload;
      return ending ? { ...signedOutSession, ending } : signedOutSession;
    },
  },
});

export const {
  signedIn,
  cameAsGuest,
  adopted,
  restoreStarted,
  restored,
  restoreFailed,
  tokenRenewed,
  leavingEverywhere,
  signedOut,
} = sessionSlice.actions;
export const sessionReducer = sessionSlice.reducer;

export const selectSession = (state: SessionRoot) => state.session;
export const selectPerson = (state: SessionRoot) => state.session.person;
export const selectGuestToken = (state: SessionRoot) => state.session.guestToken;
/** The user, if they order without an account; undefined otherwise. */
export const selectGuest = ({ session: { person, guestToken } }: SessionRoot) =>
  guestToken === undefined ? null : person;
/** The user, if they have an account; undefined otherwise. */
export const selectMember = ({ session: { person, guestToken } }: SessionRoot) =>
  guestToken === undefined ? person : null;
export const selectAccessToken = (state: SessionRoot) => state.session.accessToken;

/**
 * The session's owner, to keep different users' data apart. Read from the token, so it is available
 * even while the name is being fetched from the identity provider; null for a visitor.
 */
export const selectOwner = ({ session: { accessToken, person } }: SessionRoot) =>
  accessToken === null ? null : (ownerOf(accessToken) ?? person?.email ?? 'unknown');

/** The signed-in user, for screens behind the sign-in guard, where one always exists. */
export function usePerson(): Person {
  const person = useSelector(selectPerson);
  if (!person) throw new Error('not signed in');
  return person;
}
