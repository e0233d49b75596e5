import { signedIn, tokenRenewed, type SessionThunk } from '../lib/session/session-slice';
import { exchangeIdToken } from './access-token';
import { ApiFailure } from './api-failure';

/**
 * Turns a finished sign-in at the identity provider into a session of the shop. Fails with an
 * ApiFailure and may be called again: nothing is half open.
 * @param fresh the account was just changed, so the ID token at hand is out of date
 */
export function openSession({ fresh = false } = {}): SessionThunk {
  return async (dispatch) => {
    const exchange = await exchangeIdToken(dispatch, fresh);
    if ('error' in exchange) throw new ApiFailure(exchange.error);
    const identity = await import('../lib/firebase/auth');
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
 * Goes on with a sign-in of just now in the place of the one before, by the same person: what is shown stays.
 * Fails with an ApiFailure.
 */
export function renewSession(): SessionThunk {
  return async (dispatch) => {
    const exchange = await exchangeIdToken(dispatch, true);
    if ('error' in exchange) throw new ApiFailure(exchange.error);
    dispatch(tokenRenewed(exchange.accessToken));
  };
}
