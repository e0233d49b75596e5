import { useState } from 'react';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { shopApi } from '../../../api/index';
import type { Amounts as AmountsShown } from '../../../lib/amounts';
import { selectCartLines } from '../../../lib/cart/cart-slice';
import { Amounts } from '../../../ui/data/amounts';
import { addressLines } from '../address-lines';
import { type Placed, PlacedOrder } from '../placed-order';
import { Checkout } from './checkout';
import { checkoutOf, useCustomer } from './customer';
import { NothingToOrder } from './nothing-to-order';
import { singlePart } from './single-part';

// The order form of a part fetches this page before it leads here, and with it what the page has to know.
export { toCheckout } from './single-part';

export interface CheckedOut extends Placed {
  amounts: AmountsShown;
}

/** Orders what the cart holds, all of it at once; or the one part that the address names. */
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
      // What one person typed is nobody else's. A visitor who becomes a guest on the way stays the same.
      key={`${checkoutOf(customer)}: ${single?.part ?? 'cart'}`}
      lines={single === null ? cart : [single]}
      fromCart={single === null}
      onPlaced={setPlaced}
    />
  );
}

/** Where an order goes that was placed just now, as the shop has it. */
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
