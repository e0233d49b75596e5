import { PartPage } from '../features/catalogue/part-page';
import { StockAlertForm } from '../features/stock-alerts/stock-alert-form';
import { ChooseVehicle } from '../features/vehicles/choose-vehicle';

/** A part, whether it fits, and what the shop offers when it is sold out. */
export function PartScreen() {
  return (
    <PartPage
      chooser={<ChooseVehicle />}
      whenSoldOut={(part) => <StockAlertForm key={part._id} part={part} />}
    />
  );
}
