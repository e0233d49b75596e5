import type { Order } from '../../../api/generated-types';
import { amountsOfOrder } from '../../../lib/amounts';
import { countThings, formatCount, formatDollars, lineTotal } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { Link } from '../../../ui/controls/link';
import { moneyLeft } from '../money-left';
import { refundedOf } from '../refunded-pieces';
import { Amounts } from '../../../ui/data/amounts';
import { AgreedFit } from './agreed-fit';

interface OrderLinesProps {
  order: Order;
  /** Who reads it is its customer. */
  isOwn?: boolean;
}

/** What was ordered, at the prices of that day, what it comes to, and what of that went back. */
export function OrderLines({ order, isOwn = false }: OrderLinesProps) {
  const { lines, quantity, totalPrice, refundedAmount, state } = order;
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
              {line.fit && <AgreedFit fit={line.fit} at={order.placedAt} isOwn={isOwn} />}
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
      {refundedAmount !== undefined && (
        <dl className="amounts">
          <div>
            <dt>Refunded</dt>
            <dd>−{formatDollars(refundedAmount)}</dd>
          </div>
          {state !== 'refunded' && (
            <div>
              <dt>{isOwn ? 'You paid' : 'The customer paid'}</dt>
              <dd>
                <b>{formatDollars(moneyLeft(order))}</b>
              </dd>
            </div>
          )}
        </dl>
      )}
    </section>
  );
}
