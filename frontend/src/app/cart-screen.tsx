import { CartPage } from '../features/carts/cart-page';
import { ChooseLineVehicle } from '../features/vehicles/choose-line-vehicle';
import { VehicleBar } from './vehicle-bar';

/** The cart, with a car for each line. An empty cart asks for a car. */
export function CartScreen() {
  return (
    <CartPage whenEmpty={<VehicleBar />} carChooser={(line) => <ChooseLineVehicle {...line} />} />
  );
}
