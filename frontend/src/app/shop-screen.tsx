import { shopApi } from '../api/index';
import { pagesApi } from '../api/pages';
import { ShopPage } from '../features/catalogue/shop-page';
import { searchOf, viewOf } from '../features/catalogue/shop-view';
import { shopQuery } from '../features/catalogue/use-shop-query';
import { selectVehicle } from '../lib/vehicle/vehicle-slice';
import type { Opened } from './screen';
import { store } from './store';
import { fetchVehicleBar, VehicleBar } from './vehicle-bar';

/** The whole catalog, and the parts that fit a car. */
export function ShopScreen() {
  return <ShopPage bar={(car) => <VehicleBar {...car} />} />;
}

ShopScreen.prepare = ({ params, query }: Opened) => {
  const view = viewOf(shopQuery(params, query));
  return Promise.all([
    store.dispatch(pagesApi.endpoints.search.initiate(searchOf(view), { subscribe: false })),
    store.dispatch(shopApi.endpoints.listCategories.initiate(undefined, { subscribe: false })),
    (view.vehicle !== '' || selectVehicle(store.getState()) !== null) && fetchVehicleBar(),
  ]);
};
