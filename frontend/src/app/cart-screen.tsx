import { CartPage } from '../features/carts/cart-page';
import { ChooseLineVehicle } from '../features/vehicles/choose-line-vehicle';
import { VehicleBar } from './vehicle-bar';

/** The cart, each line for its own car; an empty one asks for the car to fill it for. */
export function CartScreen() {
  return (
    <CartPage whenEmpty={<VehicleBar />} carChooser={(line) => <ChooseLineVehicle {...line} />} />
  );
}
