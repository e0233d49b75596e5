import { formatDollars, lineTotal } from '../../lib/money';

interface OrderTotalProps {
  price: number;
  /** Null while it is refused. */
  quantity: number | null;
}

/** The sum as it would be ordered now; a quantity that is refused or no whole number has none. */
export function OrderTotal({ price, quantity }: OrderTotalProps) {
  const known = quantity !== null && Number.isInteger(quantity) && quantity > 0;
  return (
    <p className="total" aria-live="polite">
      <span>{known ? `${quantity} × ${formatDollars(price)}` : 'Total'}</span>
      <b>{known ? formatDollars(lineTotal(price, quantity)) : '–'}</b>
    </p>
  );
}
