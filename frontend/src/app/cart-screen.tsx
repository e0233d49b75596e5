import { CartPage } from '../features/carts/cart-page';
import { VehicleBar } from '../features/vehicles/vehicle-bar';

/** The cart; an empty one asks for the car to fill it for. */
export function CartScreen() {
  return <CartPage whenEmpty={<VehicleBar />} />;
}
