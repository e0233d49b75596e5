import { useStore } from 'react-redux';
import { withMore } from '../../lib/cart/cart-lines';
import { cartEdited, type CartRoot } from '../../lib/cart/cart-slice';
import { lineKey, MAX_LINES } from '../../lib/cart/cart-storage';
import { paths } from '../../lib/paths';
import { selectVehicle, type GarageRoot } from '../../lib/vehicle/vehicle-slice';
import { notify } from '../messages/notify';

interface AddToCartProps {
  part: { _id: string; title: string; price: number; minOrderQuantity: number };
  /**
   * The number of pieces; returns null if it is invalid, with the error shown elsewhere. Defaults
   * to the minimum.
   */
  pieces?: () => number | null;
  className?: string;
  /** The line's car, if it is not the visitor's current one. */
  vehicle?: string;
  /** One of several on the page: adds the part's title for screen readers. */
  named?: boolean;
}

export const VIEW_CART = { to: paths.cart, label: 'View cart' };

/**
 * Lets the cart detect later price changes. Loaded on demand, so that it is not in the first
 * bundle.
 */
function rememberPrice(part: string, price: number): void {
  import('../../lib/cart/shown-prices').then(
    (prices) => {
      prices.rememberPrice(part, price);
    },
    () => {
      // Then a price change is not shown.
    },
  );
}

/** Adds a part, or more of it, to the cart for the current car. */
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
