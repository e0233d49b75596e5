import { useStore } from 'react-redux';
import { useNavigate } from 'react-router-dom';
import type { Order } from '../../../api/contract/generated-types';
import { withAll } from '../../../lib/cart/cart-changes';
import { cartEdited, type CartRoot } from '../../../lib/cart/cart-slice';
import { MAX_LINES } from '../../../lib/cart/cart-storage';
import { paths } from '../../../lib/paths';
import { Button } from '../../../ui/controls/button';
import { Link } from '../../../ui/controls/link';
import { notify } from '../../../ui/messages/notify';

/** A single part has its own form; several go into the cart, which shows their current prices. */
export function OrderAgain({ order: { lines } }: { order: Order }) {
  const store = useStore<CartRoot>();
  const navigate = useNavigate();
  const [first, ...others] = lines;
  if (first === undefined) return null;
  if (others.length === 0) {
    return (
      <Link className="btn" to={paths.purchaseOf(first.part, first.quantity, first.fit?.vehicle)}>
        Order again
      </Link>
    );
  }
  const addAll = () => {
    const again = lines.map(({ part, quantity, fit }) => ({
      part,
      quantity,
      vehicle: fit?.vehicle,
    }));
    const all = withAll(store.getState().cart.lines, again);
    if (all === null) {
      notify.error(`Your cart can hold ${MAX_LINES} parts at most, so these cannot be added.`);
      return;
    }
    store.dispatch(cartEdited(all));
    void navigate(paths.cart);
  };
  return <Button onClick={addAll}>Order again</Button>;
}
