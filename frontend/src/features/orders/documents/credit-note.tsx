import type { BillingDocument, Order } from '../../../api/contract/generated-types';
import { Count, Exact, Money } from '../../../ui/data/exact';
import { REFUND_REASONS } from '../order-refunds';
import { Fact, Letterhead } from './letterhead';
import { Totals } from './totals';

interface CreditNoteProps {
  order: Order;
  invoice: BillingDocument;
  creditNote: BillingDocument;
}

/** The credit note of a refund. */
export function CreditNote({ order, invoice, creditNote }: CreditNoteProps) {
  const { number, pieces, refund } = creditNote;
  return (
    <article className="document orders-billing" aria-label={`Credit note ${number}`}>
      <Letterhead title="Credit note" order={order} document={creditNote}>
        <Fact name="For invoice">
          <Exact value={invoice.number} />
        </Fact>
      </Letterhead>
      {refund !== undefined && <p>{REFUND_REASONS[refund.reason]}.</p>}
      {pieces.length > 0 && (
        <table>
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col">Pieces</th>
            </tr>
          </thead>
          <tbody>
            {pieces.map(({ line, product, pieces: count, coresOnly }) => (
              <tr key={`${line} ${coresOnly}`}>
                <td>
                  {product}
                  {coresOnly && ', core charge only'}
                </td>
                <td>
                  <Count of={count} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {refund?.fee !== undefined && (
        <p>
          Restocking fee, already deducted: <Money dollars={refund.fee} />
        </p>
      )}
      <Totals order={order} document={creditNote} total="Refunded" />
    </article>
  );
}
