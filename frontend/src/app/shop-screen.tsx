import { ShopPage } from '../features/catalogue/shop-page';
import { VehicleBar } from './vehicle-bar';

/** The whole catalogue, and what of it fits a car. */
export function ShopScreen() {
  return <ShopPage bar={(car) => <VehicleBar {...car} />} />;
}
