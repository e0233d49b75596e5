import type { ThunkAction, UnknownAction } from '@reduxjs/toolkit';
import { cartFollowed, type CartRoot } from '../../lib/cart/cart-slice';
import { deleteAllDrafts } from '../../lib/drafts';
import { clearPersonalStorage } from '../../lib/personal-storage';
import { deleteMemberGarage } from '../../lib/vehicle/garage-storage';
import { garageFollowed, type GarageRoot } from '../../lib/vehicle/vehicle-slice';
import { signedOut, type Ending, type SessionRoot } from '../../lib/session/session-slice';

/**
 * Ends the session here immediately, regardless of the provider.
 * @param ending the reason, unless it was this session's Sign Out; drafts survive if the session
 *   was not ended from here
 */
export function closeSession(
  ending?: Ending,
): ThunkAction<Promise<void>, SessionRoot & CartRoot & GarageRoot, unknown, UnknownAction> {
  return async (dispatch, getState) => {
    const before = getState();
    let savedCart: string | null = null;
    if (ending === undefined || ending === 'everywhere') {
      deleteAllDrafts();
      savedCart = clearPersonalStorage();
      // A member's cart stays with the account.
      dispatch(cartFollowed([]));
      dispatch(garageFollowed(deleteMemberGarage()));
    }
    dispatch(signedOut(ending));
    try {
      const { leave } = await import('./exchange');
      await leave(dispatch, ending === undefined ? before : null, savedCart);
    } catch {
      // Without the access token, the page treats the visitor as signed out anyway.
    }
  };
}
