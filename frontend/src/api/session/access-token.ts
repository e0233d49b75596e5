import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { SessionRoot } from '../../lib/session/session-slice';
import { type ApiError, noAnswer } from '../contract/problem';

export type Dispatch = ThunkDispatch<SessionRoot, unknown, UnknownAction>;

export type Exchange = { accessToken: string; email: string } | { error: ApiError };

/**
 * Exchanges the identity provider's ID token for the shop's own short-lived access token. The code
 * is loaded on demand, together with the provider's client.
 */
export const exchangeIdToken = (dispatch: Dispatch, fresh: boolean): Promise<Exchange> =>
  import('./exchange').then(
    ({ exchange }) => exchange(dispatch, fresh),
    () => ({ error: noAnswer }),
  );
