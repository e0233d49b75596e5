import { PartPage } from '../features/catalogue/part-page';
import { StockAlertForm } from '../features/stock-alerts/stock-alert-form';

/** A part, and what the shop offers when it is sold out. */
export function PartScreen() {
  return <PartPage whenSoldOut={(part) => <StockAlertForm key={part._id} part={part} />} />;
}
