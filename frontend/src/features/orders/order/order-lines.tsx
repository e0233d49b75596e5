import type { Order } from '../../../api/contract/generated-types';
import { amountsOfOrder } from '../../../lib/amounts';
import { lineTotal } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { termsInShort } from '../../../lib/return-terms';
import { Link } from '../../../ui/controls/link';
import { moneyLeft } from '../money-left';
import { refundedOf } from '../refunded-pieces';
import { Amounts } from '../../../ui/data/amounts';
import { Count, Money, Things } from '../../../ui/data/exact';
import { AgreedFit } from './agreed-fit';

interface OrderLinesProps {
  order: Order;
  /** The reader is the customer. */
  isOwn?: boolean;
}

/** The order's lines at the prices when ordered, the total, and what was refunded. */
export function OrderLines({ order, isOwn = false }: OrderLinesProps) {
  const { lines, quantity, totalPrice, refundedAmount, state } = order;
  return (
    <section aria-labelledby="order-lines">
      <h2 id="order-lines">
        <Things of={lines.length} one="part" many="parts" />,{' '}
        <Things of={quantity} one="piece" many="pieces" />
      </h2>
      <ul className="order-lines">
        {lines.map((line, position) => (
          <li key={position}>
            <div>
              <Link className="plain-link" to={paths.part(line.part)}>
                {line.product}
              </Link>
              {line.fit && <AgreedFit fit={line.fit} at={order.placedAt} isOwn={isOwn} />}
              {line.returns && <span className="line-detail">{termsInShort(line.returns)}</span>}
              {refundedOf(line).map((words) => (
                <span key={words} className="refunded">
                  {words}
                </span>
              ))}
            </div>
            <span className="amount">
              <b>
                <Money dollars={lineTotal(line.unitPrice, line.quantity)} />
              </b>
              <span>
                <Count of={line.quantity} /> × <Money dollars={line.unitPrice} />
              </span>
              {line.core !== undefined && (
                <span>
                  + <Money dollars={lineTotal(line.core, line.quantity)} /> core charge
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <Amounts amounts={amountsOfOrder(order)} />
      <p className="total">
        <span>Total</span>
        <b>
          <Money dollars={totalPrice} />
        </b>
      </p>
      {refundedAmount !== undefined && (
        <dl className="amounts">
          <div>
            <dt>Refunded</dt>
            <dd>
              −<Money dollars={refundedAmount} />
            </dd>
          </div>
          {state !== 'refunded' && (
            <div>
              <dt>{isOwn ? 'You paid' : 'The customer paid'}</dt>
              <dd>
                <b>
                  <Money dollars={moneyLeft(order)} />
                </b>
              </dd>
            </div>
          )}
        </dl>
      )}
    </section>
  );
}
