import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { useShopDispatch } from '../api/session/session-hooks';
import { selectCart } from '../lib/cart/cart-slice';
import { paths } from '../lib/paths';
import { selectMember } from '../lib/session/session-slice';
import { selectGarage } from '../lib/vehicle/vehicle-slice';

/** Debounce delay of the cart: choices often come in series. */
const SETTLED_MS = 800;

type Dispatch = ReturnType<typeof useShopDispatch>;
type Sync = (dispatch: Dispatch) => Promise<unknown>;

const syncCart: Sync = async (dispatch) =>
  (await import('./sync-saved-cart')).syncSavedCart(dispatch, false);
const syncOpenedCart: Sync = async (dispatch) =>
  (await import('./sync-saved-cart')).syncSavedCart(dispatch, true);
const syncGarage: Sync = async (dispatch) =>
  dispatch((await import('../api/sync/garage-sync')).syncGarage());

/**
 * A member's cart and garage are the same in all their browsers: they are read when they sign in,
 * and local changes are saved.
 */
export function useSavedDocuments(): void {
  const { edits } = useSelector(selectCart);
  useSync(syncCart, true, edits, edits === 0 ? 0 : SETTLED_MS);
  // Another browser may have changed it since this page was opened.
  useSync(syncOpenedCart, useLocation().pathname === paths.cart);
  useSync(syncGarage, true, useSelector(selectGarage).edits);
}

/** @param edits counts local changes; each is saved */
function useSync(sync: Sync, isNeeded: boolean, edits = 0, delay = 0): void {
  const dispatch = useShopDispatch();
  const email = useSelector(selectMember)?.email;

  useEffect(() => {
    if (email === undefined || !isNeeded) return;
    const timer = setTimeout(() => {
      sync(dispatch).catch(() => {
        // The content stays in this browser, and is saved with the next change or visit.
      });
    }, delay);
    return () => {
      clearTimeout(timer);
    };
  }, [sync, email, isNeeded, edits, delay, dispatch]);
}
