import { plainDollars } from '../lib/money';

export function PriceTag({ price }: { price: number }) {
  return (
    <p className="price">
      <small>Price: </small>
      {plainDollars(price)}
    </p>
  );
}
