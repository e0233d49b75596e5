import { formatDollars } from '../lib/money';

export function PriceTag({ price }: { price: number }) {
  return (
    <p className="price">
      <small>Price: </small>
      {formatDollars(price)}
    </p>
  );
}
