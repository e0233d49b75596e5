import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { CartRoot } from '../lib/cart/cart-slice';
import {
  cameAsGuest,
  selectGuestToken,
  selectMember,
  selectOwner,
  selectPerson,
  type Person,
  type SessionRoot,
} from '../lib/session/session-slice';
import type { GarageRoot } from '../lib/vehicle/vehicle-slice';
import { type ApiError, isApiError, noAnswer } from './problem';
import { closeSession } from './session';
import { sessionApi, UNTRACKED } from './session-api';

type Root = SessionRoot & CartRoot & GarageRoot;
type GuestThunk<Outcome> = ThunkAction<Promise<Outcome>, Root, unknown, UnknownAction>;

const problemOf = (error: unknown): ApiError => (isApiError(error) ? error : noAnswer);

/**
 * Lets somebody order without an account. Who has come as a guest before, and writes the same address, stays the same one.
 * @returns why not, or null
 */
export function comeAsGuest(guest: Person): GuestThunk<ApiError | null> {
  return async (dispatch, getState) => {
    const isKnown = selectGuestToken(getState()) !== undefined;
    if (isKnown && selectPerson(getState())?.email.toLowerCase() === guest.email.toLowerCase()) {
      return null;
    }
    const before = selectOwner(getState());
    const call = sessionApi.endpoints.addGuest.initiate(guest, UNTRACKED);
    const { data, error } = await dispatch(call);
    if (data === undefined) return problemOf(error);
    // Who has signed in meanwhile, perhaps in another tab, is no guest.
    if (selectOwner(getState()) !== before) return noAnswer;
    const { accessToken, token } = data;
    dispatch(cameAsGuest({ person: guest, accessToken, guestToken: token }));
    return null;
  };
}

/**
 * Lets a guest come back by the link of an email. A member who opens one is signed out, once it is known to be good.
 * @returns the id of the order that it was about, if it was about one
 */
export function comeBackAsGuest(
  guestToken: string,
): GuestThunk<{ order: string | undefined } | { error: ApiError }> {
  return async (dispatch, getState) => {
    const before = selectOwner(getState());
    const call = sessionApi.endpoints.resumeGuest.initiate(guestToken, UNTRACKED);
    const { data, error } = await dispatch(call);
    if (data === undefined) return { error: problemOf(error) };
    if (selectOwner(getState()) !== before) return { error: noAnswer };
    if (selectMember(getState()) !== null) void dispatch(closeSession());
    const { name, email, accessToken, order } = data;
    dispatch(cameAsGuest({ person: { name, email }, accessToken, guestToken }));
    return { order };
  };
}
