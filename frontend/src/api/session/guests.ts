import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import type { CartRoot } from '../../lib/cart/cart-slice';
import {
  cameAsGuest,
  selectGuestToken,
  selectOwner,
  selectPerson,
  type Person,
  type SessionRoot,
} from '../../lib/session/session-slice';
import type { GarageRoot } from '../../lib/vehicle/vehicle-slice';
import { openByLink } from './linked-order';
import { type ApiError, isApiError, noAnswer } from '../contract/problem';
import { sessionApi, UNTRACKED } from './session-api';

type Root = SessionRoot & CartRoot & GarageRoot;
type GuestThunk<Outcome> = ThunkAction<Promise<Outcome>, Root, unknown, UnknownAction>;

const problemOf = (error: unknown): ApiError => (isApiError(error) ? error : noAnswer);

/**
 * Lets a visitor order without an account. A guest of this browser with the same address continues;
 * otherwise a new guest is created.
 * @returns the error, or null on success
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
    // If the visitor has signed in by now, perhaps in another tab, they are not a guest.
    if (selectOwner(getState()) !== before) return noAnswer;
    const { accessToken, token } = data;
    dispatch(cameAsGuest({ person: guest, accessToken, guestToken: token }));
    return null;
  };
}

/**
 * Opens the order of an emailed link, and changes nothing else: members stay signed in, and a guest
 * of this browser stays the same one.
 * @returns the order's id
 */
export function openOrderLink(token: string): GuestThunk<{ order: string } | { error: ApiError }> {
  return (dispatch) => openByLink(dispatch, token);
}
