import {
  createSlice,
  type PayloadAction,
  type ThunkAction,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';
import { haveSameOwner, namedOwner, ownerOf, readToken } from './tokens';

/** The customer: a member as the identity provider knows them, or a guest as they said. */
export interface Person {
  name: string;
  email: string;
}

/**
 * Why a session is over although nobody pressed Sign Out here: the shop or the identity provider
 * does not know it any more, or it was ended in another tab; or all of them were ended from here.
 */
export type Ending = 'expired' | 'elsewhere' | 'everywhere';

interface Session {
  /**
   * restoring: an access token was remembered, who it belongs to is still being asked;
   * unreachable: that question got no answer, and can be asked again.
   */
  status: 'restoring' | 'unreachable' | 'signed-in' | 'signed-out';
  person: Person | null;
  /** Proof for the shop's own calls: lives 15 minutes and is renewed on the way. */
  accessToken: string | null;
  /** By which a guest comes back; members have none. */
  guestToken?: string;
  /** Not of a session that just this browser's Sign Out ended, nor of a guest's: there is nothing to sign in to. */
  ending?: Ending;
  /** All sessions of the person are being ended from here; another tab may hear of it first. */
  leavingEverywhere?: boolean;
  /** Only of a session that began in another tab, which the identity provider notices late. */
  fromOtherTab?: boolean;
}

/** The part of the store this slice lives in; lets lower layers read it without knowing the store. */
export interface SessionRoot {
  session: Session;
}

/** Somebody who can act. */
interface Acting {
  person: Person;
  accessToken: string;
  guestToken?: string;
}

/** A step of a session that waits for others. */
export type SessionThunk = ThunkAction<Promise<void>, SessionRoot, unknown, UnknownAction>;

const signedOutSession: Session = { status: 'signed-out', person: null, accessToken: null };

/** The session of a token that was found in storage. Guests are known at once; of members the provider knows more. */
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
    /** Somebody orders without an account. */
    cameAsGuest: (_, { payload }: PayloadAction<Required<Acting>>): Session => ({
      status: 'signed-in',
      ...payload,
    }),
    /** Another tab opened a session with this token; whose it is will be asked. */
    adopted: {
      reducer: (_, { payload }: PayloadAction<Session>) => payload,
      prepare: (accessToken: string) => ({
        payload: { ...found(accessToken), fromOtherTab: true },
      }),
    },
    restoreStarted: (session) => {
      if (session.status === 'unreachable') session.status = 'restoring';
    },
    /** The person of a token, or their new name: of this one, or of one that was renewed since. */
    restored: (session, { payload }: PayloadAction<Acting>) => {
      // An answer that comes home after a sign-out must not bring the session back, and one about
      // somebody else's token says nothing about this session.
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
      // Calls that were under way are refused afterwards, and do not know why the session is over.
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
/** The person, if they order without an account. */
export const selectGuest = ({ session: { person, guestToken } }: SessionRoot) =>
  guestToken === undefined ? null : person;
/** The person, if they have an account. */
export const selectMember = ({ session: { person, guestToken } }: SessionRoot) =>
  guestToken === undefined ? person : null;
export const selectAccessToken = (state: SessionRoot) => state.session.accessToken;

/**
 * Whose session this is, for what must not be mixed up between persons. The token says so at once,
 * also while the identity provider is still being asked for the name; null for a visitor.
 */
export const selectOwner = ({ session: { accessToken, person } }: SessionRoot) =>
  accessToken === null ? null : (ownerOf(accessToken) ?? person?.email ?? 'unknown');

/** The signed-in person, for screens behind the sign-in guard, where there always is one. */
export function usePerson(): Person {
  const person = useSelector(selectPerson);
  if (!person) throw new Error('not signed in');
  return person;
}
