import type { Order } from '../../../api/generated-types';
import { amountsOfOrder } from '../../../lib/amounts';
import { countThings, formatCount, formatDollars, lineTotal } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { Link } from '../../../ui/controls/link';
import { refundedOf } from '../refunded-pieces';
import { Amounts } from '../../../ui/data/amounts';

/** What was ordered, at the prices of that day, and what it comes to. */
export function OrderLines({ order }: { order: Order }) {
  const { lines, quantity, totalPrice } = order;
  return (
    <section aria-labelledby="order-lines">
      <h2 id="order-lines">
        {`${countThings(lines.length, false, 'part', 'parts')}, ${countThings(quantity, false, 'piece', 'pieces')}`}
      </h2>
      <ul className="order-lines">
        {lines.map((line, position) => (
          <li key={position}>
            <div>
              <Link className="plain-link" to={paths.part(line.part)}>
                {line.product}
              </Link>
              {refundedOf(line).map((words) => (
                <span key={words} className="refunded">
                  {words}
                </span>
              ))}
            </div>
            <span className="amount">
              <b>{formatDollars(lineTotal(line.unitPrice, line.quantity))}</b>
              <span>{`${formatCount(line.quantity)} × ${formatDollars(line.unitPrice)}`}</span>
              {line.core !== undefined && (
                <span>{`+ ${formatDollars(lineTotal(line.core, line.quantity))} core charge`}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Amounts amounts={amountsOfOrder(order)} />
      <p className="total">
        <span>Total</span>
        <b>{formatDollars(totalPrice)}</b>
      </p>
    </section>
  );
}
