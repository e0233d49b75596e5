import type { UnknownAction } from '@reduxjs/toolkit';
import type { BaseQueryApi } from '@reduxjs/toolkit/query/react';
import {
  adopted,
  selectGuestToken,
  selectPerson,
  signedOut,
  tokenRenewed,
  type SessionRoot,
} from '../../lib/session/session-slice';
import { exchangeIdToken } from './access-token';
import type { Dispatch } from './dispatch';
import type { Renewal } from '../contract/base-query';
import { type ApiError, isApiError, noAnswer } from '../contract/problem';
import { sessionApi, UNTRACKED } from './session-api';

/** Final responses to an exchange: the user has to sign in again. */
const FINAL = [401, 403, 404, 409, 410];

const isFinal = ({ kind, status }: ApiError) =>
  kind === 'problem' && FINAL.some((final) => final === status);

/** Another tab may have signed in with another account: the provider's client holds only one. */
function isAnotherUser(email: string, api: BaseQueryApi): boolean {
  const person = selectPerson(api.getState() as SessionRoot);
  return person !== null && person.email !== email;
}

/** Ends or replaces the session after the caller has received the response. */
function afterResponse(api: BaseQueryApi, change: UnknownAction) {
  setTimeout(() => api.dispatch(change));
}

/** A guest presents the token stored in their browser. */
async function resume(api: BaseQueryApi, guestToken: string): Promise<Renewal> {
  const dispatch = api.dispatch as Dispatch;
  const call = sessionApi.endpoints.resumeGuest.initiate(guestToken, UNTRACKED);
  const { data, error } = await dispatch(call);
  // A user may have signed in by now.
  if (selectGuestToken(api.getState() as SessionRoot) !== guestToken) return { renewed: false };
  if (data !== undefined) {
    dispatch(tokenRenewed(data.accessToken));
    return { renewed: true };
  }
  if (!isApiError(error) || !isFinal(error)) return { error: isApiError(error) ? error : noAnswer };
  afterResponse(api, signedOut());
  return { renewed: false };
}

async function exchange(api: BaseQueryApi): Promise<Renewal> {
  const guestToken = selectGuestToken(api.getState() as SessionRoot);
  if (guestToken !== undefined) return resume(api, guestToken);
  const response = await exchangeIdToken(api.dispatch as Dispatch, false);
  if ('error' in response) {
    // A failed exchange says nothing about the session, so it must not look like a 401.
    if (!isFinal(response.error)) return response;
    afterResponse(api, signedOut('expired'));
    return { renewed: false };
  }
  if (isAnotherUser(response.email, api)) {
    afterResponse(api, adopted(response.accessToken));
    return { renewed: false };
  }
  api.dispatch(tokenRenewed(response.accessToken));
  return { renewed: true };
}

let renewal: Promise<Renewal> | null = null;

/** Several calls may find the token expired at the same time: they share one exchange. */
export function renewAccessToken(api: BaseQueryApi): Promise<Renewal> {
  renewal ??= exchange(api).finally(() => {
    renewal = null;
  });
  return renewal;
}
