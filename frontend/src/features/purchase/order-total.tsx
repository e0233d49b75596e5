import { formatDollars, lineTotal } from '../../lib/money';

interface OrderTotalProps {
  price: number;
  quantity: number;
}

/** The sum as it would be ordered now; a quantity that is no whole number has none. */
export function OrderTotal({ price, quantity }: OrderTotalProps) {
  const known = Number.isInteger(quantity) && quantity > 0;
  return (
    <p className="total" aria-live="polite">
      <span>{known ? `${quantity} × ${formatDollars(price)}` : 'Total'}</span>
      <b>{known ? formatDollars(lineTotal(price, quantity)) : '–'}</b>
    </p>
  );
}
