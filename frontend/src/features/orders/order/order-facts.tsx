import type { Order } from '../../../api/generated-types';
import { CopyButton } from '../../../ui/controls/copy-button';
import { addressLines } from '../address-lines';
import { orderNote } from '../order-words';

/** What the carrier needs to be asked; nothing while the shop does not say. */
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

/** Where the goods go, and whom the carrier calls. */
export function Recipient({ order }: { order: Order }) {
  return (
    <section aria-labelledby="order-recipient">
      <h2 id="order-recipient">Ships to</h2>
      <address>{addressLines(order).join('\n')}</address>
      {order.shippingMethod !== undefined && <p>By {order.shippingMethod}</p>}
    </section>
  );
}

/** Where the money is, for the customer. */
export function Payment({ order }: { order: Order }) {
  return (
    <section aria-labelledby="order-payment">
      <h2 id="order-payment">Payment</h2>
      <p className="order-ref">{orderNote(order) ?? (order.paid ? 'paid' : 'not paid yet')}</p>
    </section>
  );
}
