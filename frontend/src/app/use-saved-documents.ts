import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useLocation } from 'react-router-dom';
import { useShopDispatch } from '../api/session/session-hooks';
import { selectCart } from '../lib/cart/cart-slice';
import { paths } from '../lib/paths';
import { selectMember } from '../lib/session/session-slice';

/** Debounce delay: choices often come in series. */
const SETTLED_MS = 800;

/**
 * A member's cart is the same in all their browsers: it is read when they sign in, and local
 * changes are saved.
 */
export function useSavedCart(): void {
  const dispatch = useShopDispatch();
  const email = useSelector(selectMember)?.email;
  const { edits } = useSelector(selectCart);
  const isOpen = useLocation().pathname === paths.cart;

  useEffect(() => {
    if (email === undefined) return;
    const timer = setTimeout(sync, edits === 0 ? 0 : SETTLED_MS, dispatch, false);
    return () => {
      clearTimeout(timer);
    };
  }, [email, edits, dispatch]);

  useEffect(() => {
    // Another browser may have changed it since this page was opened.
    if (email !== undefined && isOpen) sync(dispatch, true);
  }, [email, isOpen, dispatch]);
}

function sync(dispatch: ReturnType<typeof useShopDispatch>, fresh: boolean): void {
  import('./sync-saved-cart').then(
    ({ syncSavedCart }) => void syncSavedCart(dispatch, fresh),
    () => {
      // The cart stays in this browser, and is saved with the next change or visit.
    },
  );
}
