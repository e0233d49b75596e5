import { useStore } from 'react-redux';
import { withMore } from '../../lib/cart/cart-lines';
import { cartEdited, type CartRoot } from '../../lib/cart/cart-slice';
import { lineKey, MAX_LINES } from '../../lib/cart/cart-storage';
import { paths } from '../../lib/paths';
import { selectVehicle, type GarageRoot } from '../../lib/vehicle/vehicle-slice';
import { notify } from '../messages/notify';

interface AddToCartProps {
  part: { _id: string; title: string; price: number; minOrderQuantity: number };
  /** How many pieces; null when there is something against it, which is said elsewhere. The minimum, unless said. */
  pieces?: () => number | null;
  className?: string;
  /** The car it is for, where that is not the visitor's own. */
  vehicle?: string;
  /** One of several on the page: names its part for those who only hear it. */
  named?: boolean;
}

export const VIEW_CART = { to: paths.cart, label: 'View cart' };

/** The cart tells when it has changed since. That can wait: it is no part of the first load. */
function rememberPrice(part: string, price: number): void {
  import('../../lib/cart/shown-prices').then(
    (prices) => {
      prices.rememberPrice(part, price);
    },
    () => {
      // Then no change is told.
    },
  );
}

/** Puts a part into the cart, or more of it, for the car that is shopped for. */
export function AddToCart({
  part,
  pieces,
  className = 'btn',
  vehicle: given,
  named,
}: AddToCartProps) {
  const store = useStore<CartRoot & GarageRoot>();
  const add = () => {
    const more = pieces ? pieces() : part.minOrderQuantity;
    if (more === null) return;
    const state = store.getState();
    const vehicle = given ?? selectVehicle(state)?.id;
    const lines = withMore(state.cart.lines, part._id, more, vehicle);
    if (lines === null) {
      notify.error(`Your cart is full: it holds ${MAX_LINES} parts.`, VIEW_CART);
      return;
    }
    store.dispatch(cartEdited(lines));
    rememberPrice(part._id, part.price);
    const key = lineKey({ part: part._id, vehicle });
    const quantity = lines.find((line) => lineKey(line) === key)?.quantity;
    notify.success(`Added to cart: ${part.title}, ${quantity} pcs.`, VIEW_CART);
  };
  return (
    <button type="button" className={className} onClick={add}>
      Add to cart {named && <span className="sr-only">{part.title}</span>}
    </button>
  );
}
