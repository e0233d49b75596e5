import { cartFollowed } from '../lib/cart/cart-slice';
import { dropAllDrafts } from '../lib/drafts';
import { forgetAllKept } from '../lib/forget-kept';
import {
  selectSession,
  signedOut,
  type Ending,
  type SessionThunk,
} from '../lib/session/session-slice';

/**
 * Forgets the session here at once, whatever the provider has to say about it.
 * @param ending why, when it was not just this session's Sign Out; drafts are kept of a session that
 *   was not ended from here
 */
export function closeSession(ending?: Ending): SessionThunk {
  return async (dispatch, getState) => {
    const { accessToken } = selectSession(getState());
    if (ending === undefined || ending === 'everywhere') {
      dropAllDrafts();
      forgetAllKept();
      // A member's stays with the account.
      dispatch(cartFollowed([]));
    }
    dispatch(signedOut(ending));
    try {
      const { leave } = await import('./exchange');
      await leave(dispatch, ending === undefined ? accessToken : null);
    } catch {
      // Without the access token the page treats the visitor as signed out all the same.
    }
  };
}
