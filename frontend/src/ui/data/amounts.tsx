import type { Amounts as AmountsShown } from '../../lib/amounts';
import { formatDollars } from '../../lib/format';

/** What a total is made of, unless that is the parts alone: then the total says it all. */
export function Amounts({ amounts }: { amounts: AmountsShown }) {
  const { goods, cores, discount, shipping, tax } = amounts;
  const rows: [string, string][] = [];
  if (cores !== undefined) rows.push(['Core charge (refundable)', formatDollars(cores)]);
  if (discount !== undefined) rows.push(['Coupon', `−${formatDollars(discount)}`]);
  if (shipping !== undefined) {
    const { name = 'Shipping', price } = shipping;
    rows.push([name, price === 0 ? 'free' : formatDollars(price)]);
  }
  if (tax !== undefined) rows.push(['Tax', formatDollars(tax)]);
  if (rows.length === 0) return null;
  return (
    <dl className="amounts">
      {[['Parts', formatDollars(goods)], ...rows].map(([name, amount], position) => (
        <div key={position}>
          <dt>{name}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
    </dl>
  );
}
