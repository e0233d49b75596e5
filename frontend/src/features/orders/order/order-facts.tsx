import type { Order } from '../../../api/contract/generated-types';
import { CopyButton } from '../../../ui/controls/copy-button';
import { addressLines } from '../address-lines';
import { orderNote } from '../order-words';

/** Carrier and tracking number; renders nothing without them. */
export function Tracking({ order: { carrier, trackingNumber } }: { order: Order }) {
  if (carrier === undefined && trackingNumber === undefined) return null;
  return (
    <section aria-labelledby="order-tracking">
      <h2 id="order-tracking">Tracking</h2>
      {carrier !== undefined && <p>{carrier}</p>}
      {trackingNumber !== undefined && (
        <p className="with-copy">
          <span className="order-ref">{trackingNumber}</span>
          <CopyButton text={trackingNumber} what="tracking number" />
        </p>
      )}
    </section>
  );
}

/** The recipient's address and phone number. */
export function Recipient({ order }: { order: Order }) {
  return (
    <section aria-labelledby="order-recipient">
      <h2 id="order-recipient">Ships to</h2>
      <address>{addressLines(order).join('\n')}</address>
      {order.shippingMethod !== undefined && <p>By {order.shippingMethod}</p>}
    </section>
  );
}

/** The payment state, for the customer. */
export function Payment({ order }: { order: Order }) {
  return (
    <section aria-labelledby="order-payment">
      <h2 id="order-payment">Payment</h2>
      <p className="order-ref">{orderNote(order) ?? (order.paid ? 'paid' : 'not paid yet')}</p>
    </section>
  );
}
