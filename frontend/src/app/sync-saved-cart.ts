import { syncCart } from '../api/sync/cart-sync';
import type { useShopDispatch } from '../api/session/session-hooks';
import { countThings } from '../lib/format';
import { VIEW_CART } from '../ui/controls/add-to-cart';
import { notify } from '../ui/messages/notify';

/** Merges the local cart with the saved one, and shows which lines the sign-in has restored. */
export async function syncSavedCart(
  dispatch: ReturnType<typeof useShopDispatch>,
  fresh: boolean,
): Promise<void> {
  const count = await dispatch(syncCart({ fresh }));
  if (count === 0) return;
  const lines = countThings(count, false, 'line', 'lines');
  notify.info(`${lines} from your saved cart ${count === 1 ? 'is' : 'are'} back`, VIEW_CART);
}
