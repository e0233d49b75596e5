import type { ReactNode } from 'react';
import type { BillingDocument, Order } from '../../../api/contract/generated-types';
import { orderName } from '../../../lib/orders';
import { Exact } from '../../../ui/data/exact';
import { formatShopDay } from '../../../lib/shop-time';
import { addressLines } from '../address-lines';

interface LetterheadProps {
  title: string;
  order: Order;
  document: BillingDocument;
  /** Facts of this kind of document. */
  children?: ReactNode;
}

/** The top of an invoice or a credit note: the seller, the customer, and the dates. */
export function Letterhead({ title, order, document, children }: LetterheadProps) {
  return (
    <>
      <header>
        <address>
          {document.seller.map((line, position) => (
            <span key={position}>{line}</span>
          ))}
        </address>
        <div>
          <h2>{title}</h2>
          <p>
            <Exact value={document.number} />
          </p>
        </div>
      </header>
      <div className="orders-billing-facts">
        <div>
          <h3>Customer</h3>
          <address>{[...addressLines(order), order.email].join('\n')}</address>
        </div>
        <dl>
          <Fact name="Date">
            <ShopDay at={document.issuedAt} />
          </Fact>
          {children}
          <Fact name="Order">
            <Exact value={orderName(order)} />
          </Fact>
          <Fact name="Ordered">
            <ShopDay at={order.placedAt} />
          </Fact>
          {order.paidAt !== undefined && (
            <Fact name="Paid">
              <ShopDay at={order.paidAt} />
            </Fact>
          )}
        </dl>
      </div>
    </>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A day in the shop's time zone, so that it is the same for every reader. */
function ShopDay({ at }: { at: string }) {
  return <time dateTime={at}>{formatShopDay(at)}</time>;
}
