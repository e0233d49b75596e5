import { shopApi } from '../api/index';
import { PartPage } from '../features/catalogue/part-page';
import { StockAlertForm } from '../features/stock-alerts/stock-alert-form';
import { ChooseVehicle } from '../features/vehicles/choose-vehicle';
import type { Opened } from './screen';
import { store } from './store';

/** A part, its fitment, and the stock alert when it is sold out. */
export function PartScreen() {
  return (
    <PartPage
      chooser={<ChooseVehicle />}
      whenSoldOut={(part) => <StockAlertForm key={part._id} part={part} />}
    />
  );
}

PartScreen.prepare = ({ params: { id = '' } }: Opened) => {
  const { getPart, getListing, listCategories } = shopApi.endpoints;
  return Promise.all([
    store.dispatch(getPart.initiate({ id }, { subscribe: false })),
    store.dispatch(getListing.initiate({ id }, { subscribe: false })),
    store.dispatch(listCategories.initiate(undefined, { subscribe: false })),
  ]);
};
