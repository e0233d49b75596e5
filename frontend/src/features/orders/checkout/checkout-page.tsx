import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { shopApi } from '../../../api/index';
import { selectCartLines } from '../../../lib/cart/cart-slice';
import { Amounts } from '../../../ui/data/amounts';
import { addressLines } from '../address-lines';
import { PlacedOrder } from '../placed-order';
import type { CheckedOut } from './checked-out';
import { Checkout } from './checkout';
import { checkoutOf, useCustomer } from './customer';
import { NothingToOrder } from './nothing-to-order';
import { singlePart } from './single-part';

// A part's order form loads this page in advance, together with what it needs.
export { toCheckout } from './single-part';

/** Orders everything in the cart at once, or the single part in the URL. */
export function CheckoutPage() {
  const cart = useSelector(selectCartLines);
  const single = singlePart(useSearchParams()[0]);
  const customer = useCustomer();
  const [placed, setPlaced] = useState<CheckedOut | null>(null);

  if (placed !== null) {
    return (
      <div className="page checkout">
        <title>Order placed | Autoparts</title>
        <PlacedOrder
          placed={placed}
          level={1}
          sums={<Amounts amounts={placed.amounts} />}
          facts={<ShipsTo id={placed.id} />}
        />
      </div>
    );
  }
  if (single === null && cart.length === 0) return <NothingToOrder />;
  return (
    <Checkout
      // One user's input is never shown to another. A visitor who becomes a guest stays the same
      // user.
      key={`${checkoutOf(customer)}: ${single?.part ?? 'cart'}`}
      lines={single === null ? cart : [single]}
      fromCart={single === null}
      onPlaced={setPlaced}
    />
  );
}

/** The destination of an order that was just placed, as saved in the shop. */
function ShipsTo({ id }: { id: string }) {
  const { data: order } = shopApi.useGetOrderQuery({ id });
  if (order === undefined) return null;
  return (
    <div>
      <h2>Ships to</h2>
      <address>{addressLines(order).join('\n')}</address>
    </div>
  );
}
