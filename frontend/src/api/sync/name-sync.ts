import type { ThunkAction, ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import {
  restored,
  selectMember,
  selectSession,
  type SessionRoot,
} from '../../lib/session/session-slice';
import { rememberOwner } from '../../lib/session/tokens';
import type { User } from '../contract/generated-types';
import { shopApi } from '../index';

type NameThunk = ThunkAction<Promise<void>, SessionRoot, unknown, UnknownAction>;

/**
 * The shop puts the profile's name on orders and reviews, so the session adopts it, here and in the
 * other tabs. It is also saved at the identity provider, because a reload reads it there. If that
 * fails, the next visit to the profile fixes it.
 */
export function syncName({ user, name }: User): NameThunk {
  return async (dispatch, getState) => {
    const { person, accessToken } = selectSession(getState());
    if (!name || accessToken === null || person === null) return;
    if (user.toLowerCase() !== person.email.toLowerCase() || name === person.name) return;
    dispatch(restored({ person: { ...person, name }, accessToken }));
    rememberOwner(accessToken, { email: person.email, name });
    try {
      const identity = await import('../../lib/firebase/auth');
      const known = await identity.currentPerson();
      if (known?.email === person.email && known.name !== name) await identity.nameAccount(name);
    } catch {
      // See above.
    }
  };
}

/** Fetches the signed-in user's name from the shop. */
export function refreshName() {
  return async (
    dispatch: ThunkDispatch<SessionRoot, unknown, UnknownAction>,
    getState: () => SessionRoot,
  ): Promise<void> => {
    const person = selectMember(getState());
    if (person === null) return;
    const { data } = await dispatch(
      // A cached response may contain the old name.
      shopApi.endpoints.getUser.initiate(
        { email: person.email },
        { forceRefetch: true, subscribe: false },
      ),
    );
    if (data) await dispatch(syncName(data));
  };
}
