import type { BillingDocument, Order } from '../../../api/contract/generated-types';
import { amountsOfOrder } from '../../../lib/amounts';
import { lineTotal, sumOf } from '../../../lib/format';
import { Count, Money } from '../../../ui/data/exact';
import { Letterhead } from './letterhead';
import { Totals } from './totals';

interface InvoiceProps {
  order: Order;
  invoice: BillingDocument;
}

/** The invoice of an order, as it was placed. Later refunds have credit notes. */
export function Invoice({ order, invoice }: InvoiceProps) {
  const { lines } = order;
  const { cores, discount, shipping } = amountsOfOrder(order);
  const [hasCores, hasDiscount] = [cores !== undefined, discount !== undefined];
  return (
    <article className="document orders-billing" aria-label={`Invoice ${invoice.number}`}>
      <Letterhead title="Invoice" order={order} document={invoice} />
      <table>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Pieces</th>
            <th scope="col">Price</th>
            {hasCores && <th scope="col">Core charge</th>}
            {hasDiscount && <th scope="col">Discount</th>}
            <th scope="col">Net</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ product, quantity, unitPrice, core = 0, discount = 0 }, position) => (
            <tr key={position}>
              <td>{product}</td>
              <td>
                <Count of={quantity} />
              </td>
              <td>
                <Money dollars={unitPrice} />
              </td>
              {hasCores && (
                <td>
                  <Money dollars={lineTotal(core, quantity)} />
                </td>
              )}
              {hasDiscount && (
                <td>
                  <Money dollars={discount === 0 ? 0 : -discount} />
                </td>
              )}
              <td>
                <Money
                  dollars={sumOf([
                    lineTotal(unitPrice, quantity),
                    lineTotal(core, quantity),
                    -discount,
                  ])}
                />
              </td>
            </tr>
          ))}
          {shipping !== undefined && (
            <tr>
              <td colSpan={3 + Number(hasCores) + Number(hasDiscount)}>
                Shipping{shipping.name !== undefined && `: ${shipping.name}`}
              </td>
              <td>
                <Money dollars={shipping.price} />
              </td>
            </tr>
          )}
        </tbody>
      </table>
      <Totals order={order} document={invoice} total="Total" />
      <p>Paid in full. Thank you for your order!</p>
    </article>
  );
}
