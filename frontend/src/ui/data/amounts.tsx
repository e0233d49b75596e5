import type { ReactNode } from 'react';
import type { Amounts as AmountsShown } from '../../lib/amounts';
import { Money } from './exact';

/** The breakdown of a total; renders nothing if the total is the parts alone. */
export function Amounts({ amounts }: { amounts: AmountsShown }) {
  const { goods, cores, discount, shipping, tax } = amounts;
  const rows: [name: string, amount: ReactNode][] = [];
  if (cores !== undefined) rows.push(['Core charge (refundable)', <Money dollars={cores} />]);
  if (discount !== undefined) rows.push(['Coupon', <Money dollars={-discount} />]);
  if (shipping !== undefined) {
    const { name = 'Shipping', price } = shipping;
    rows.push([name, price === 0 ? 'free' : <Money dollars={price} />]);
  }
  if (tax !== undefined) rows.push(['Tax', <Money dollars={tax} />]);
  if (rows.length === 0) return null;
  return (
    <dl className="amounts">
      {[['Parts', <Money dollars={goods} />] as const, ...rows].map(([name, amount], position) => (
        <div key={position}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
