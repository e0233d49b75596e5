import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import {
  restored,
  selectMember,
  selectSession,
  type SessionRoot,
} from '../lib/session/session-slice';
import { rememberOwner } from '../lib/session/tokens';
import type { User } from './generated-types';
import { shopApi } from './index';

type NameThunk = ThunkAction<Promise<void>, SessionRoot, unknown, UnknownAction>;

/**
 * The shop puts the profile's name on orders and reviews, so the session takes it over, here and in
 * the other tabs. The identity provider is told as well, because a reload asks there; when that fails,
 * the next look at the profile mends it.
 */
export function syncName({ user, name }: User): NameThunk {
  return async (dispatch, getState) => {
    const { person, accessToken } = selectSession(getState());
    if (!name || accessToken === null || person === null) return;
    if (user.toLowerCase() !== person.email.toLowerCase() || name === person.name) return;
    dispatch(restored({ person: { ...person, name }, accessToken }));
    rememberOwner(accessToken, { email: person.email, name });
    try {
      const identity = await import('../lib/firebase/auth');
      const known = await identity.currentPerson();
      if (known?.email === person.email && known.name !== name) await identity.nameAccount(name);
    } catch {
      // See above.
    }
  };
}

/** Asks the shop for the name of whoever is signed in. */
export function refreshName() {
  return async (
    dispatch: ThunkDispatch<SessionRoot, unknown, UnknownAction>,
    getState: () => SessionRoot,
  ): Promise<void> => {
    const person = selectMember(getState());
    if (person === null) return;
    const { data } = await dispatch(
      // An answer from before may hold the name from before.
      shopApi.endpoints.getUser.initiate(
        { email: person.email },
        { forceRefetch: true, subscribe: false },
      ),
    );
    if (data) await dispatch(syncName(data));
  };
}
