import type { BillingDocument, Order } from '../../../api/contract/generated-types';
import { sumOf } from '../../../lib/format';
import { Exact, Money } from '../../../ui/data/exact';

/** Digits of a rate in percent: 57,500 millionths are 5.75 %. */
const RATE_DIGITS = 4;
const MILLIONTHS_PER_PERCENT = 10_000;

interface TotalsProps {
  order: Order;
  document: BillingDocument;
  /** What the amount is. */
  total: string;
}

/** The amount of a document, with the net amount and the tax in it. */
export function Totals({ order: { lines }, document: { amount, tax }, total }: TotalsProps) {
  // All lines of an order have the rate of its destination.
  const rate = lines.find(({ taxMillionths }) => taxMillionths !== undefined)?.taxMillionths;
  return (
    <dl className="orders-billing-totals">
      {tax !== undefined && (
        <>
          <div>
            <dt>Net</dt>
            <dd>
              <Money dollars={sumOf([amount, -tax])} />
            </dd>
          </div>
          <div>
            <dt>Tax{rate !== undefined && <Rate millionths={rate} />}</dt>
            <dd>
              <Money dollars={tax} />
            </dd>
          </div>
        </>
      )}
      <div>
        <dt>{total}</dt>
        <dd>
          <Money dollars={amount} />
        </dd>
      </div>
    </dl>
  );
}

function Rate({ millionths }: { millionths: number }) {
  const percent = Number((millionths / MILLIONTHS_PER_PERCENT).toFixed(RATE_DIGITS));
  return (
    <>
      {' '}
      <Exact value={percent}>{`${percent}%`}</Exact>
    </>
  );
}
