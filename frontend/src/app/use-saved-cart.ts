import { useEffect } from 'react';
import { useSelector } from 'react-redux';
import { useShopDispatch } from '../api/session-hooks';
import { selectCart } from '../lib/cart/cart-slice';
import { selectSession } from '../lib/session/session-slice';

/** A choice is seldom alone. */
const SETTLED_MS = 800;

/**
 * A member's cart is the same in all their browsers: what the shop keeps is read when they sign in, and
 * what is chosen here is written there.
 */
export function useSavedCart(): void {
  const dispatch = useShopDispatch();
  const email = useSelector(selectSession).person?.email;
  const { edits } = useSelector(selectCart);

  useEffect(() => {
    if (email === undefined) return;
    const timer = setTimeout(
      () => {
        import('../api/cart-sync').then(
          ({ syncCart }) => void dispatch(syncCart()),
          () => {
            // It is kept here, and written with the next change or visit.
          },
        );
      },
      edits === 0 ? 0 : SETTLED_MS,
    );
    return () => {
      clearTimeout(timer);
    };
  }, [email, edits, dispatch]);
}
