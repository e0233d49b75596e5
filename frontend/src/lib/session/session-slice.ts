import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readToken } from './token-storage';

/** The signed-in customer, as the identity provider knows them. */
export interface Person {
  name: string;
  email: string;
}

export interface Session {
  /**
   * restoring: an access token was remembered, who it belongs to is still being asked;
   * unreachable: that question got no answer, and can be asked again.
   */
  status: 'restoring' | 'unreachable' | 'signed-in' | 'signed-out';
  person: Person | null;
  /** Proof for the shop's own calls: lives an hour at most and is renewed on the way. */
  accessToken: string | null;
}

/** The part of the store this slice lives in; lets lower layers read it without knowing the store. */
export interface SessionRoot {
  session: Session;
}

const signedOutSession: Session = { status: 'signed-out', person: null, accessToken: null };

const sessionSlice = createSlice({
  name: 'session',
  initialState: (): Session => {
    const accessToken = readToken();
    return accessToken === null
      ? signedOutSession
      : { status: 'restoring', person: null, accessToken };
  },
  reducers: {
    signedIn: (
      _,
      { payload }: PayloadAction<{ person: Person; accessToken: string }>,
    ): Session => ({
      status: 'signed-in',
      ...payload,
    }),
    restoreStarted: (session) => {
      session.status = 'restoring';
    },
    restored: (session, { payload }: PayloadAction<Person>) => {
      session.status = 'signed-in';
      session.person = payload;
    },
    restoreFailed: (session) => {
      session.status = 'unreachable';
    },
    tokenRenewed: (session, { payload }: PayloadAction<string>) => {
      // A renewal that comes home after a sign-out must not bring the session back.
      if (session.status !== 'signed-out') session.accessToken = payload;
    },
    signedOut: () => signedOutSession,
  },
});

export const { signedIn, restoreStarted, restored, restoreFailed, tokenRenewed, signedOut } =
  sessionSlice.actions;
export const sessionReducer = sessionSlice.reducer;

export const selectSession = (state: SessionRoot) => state.session;
export const selectPerson = (state: SessionRoot) => state.session.person;
export const selectAccessToken = (state: SessionRoot) => state.session.accessToken;
