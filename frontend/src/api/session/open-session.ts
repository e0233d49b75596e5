import { signedIn, tokenRenewed, type SessionThunk } from '../../lib/session/session-slice';
import { exchangeIdToken } from './access-token';
import { ApiFailure } from '../contract/api-failure';

/**
 * Turns a completed sign-in at the identity provider into a session of the shop. Throws an
 * ApiFailure and may be called again: a failure leaves no partial session.
 * @param fresh the account was just changed, so the current ID token is out of date
 */
export function openSession({ fresh = false } = {}): SessionThunk {
  return async (dispatch) => {
    const exchange = await exchangeIdToken(dispatch, fresh);
    if ('error' in exchange) throw new ApiFailure(exchange.error);
    const identity = await import('../../lib/firebase/auth');
    const person = await identity.currentPerson();
    dispatch(
      signedIn({
        person: person ?? { name: exchange.email, email: exchange.email },
        accessToken: exchange.accessToken,
      }),
    );
  };
}

/**
 * Replaces the session after the same user has signed in again, without leaving the page. Throws an
 * ApiFailure.
 */
export function renewSession(): SessionThunk {
  return async (dispatch) => {
    const exchange = await exchangeIdToken(dispatch, true);
    if ('error' in exchange) throw new ApiFailure(exchange.error);
    dispatch(tokenRenewed(exchange.accessToken));
  };
}
