import type { Order } from '../api/contract/generated-types';
import { GuestOrderPage } from '../features/orders/guest/guest-order-page';
import { OrderPage } from '../features/orders/order/order-page';
import { OrderCores } from '../features/returns/order-cores';
import { OrderReturns } from '../features/returns/order-returns';
import { WithdrawalLink } from '../features/withdrawals/withdrawal-link';

const returnsOf = (order: Order, isOwn: boolean) => (
  <>
    <OrderCores order={order} isOwn={isOwn} />
    <OrderReturns order={order} isOwn={isOwn} />
    {isOwn && <WithdrawalLink order={order} />}
  </>
);

/** An order in the dashboard, with its returns. */
export function OrderWithReturns() {
  return <OrderPage returnsOf={returnsOf} />;
}

/** An order outside the dashboard, with its returns. */
export function GuestOrderWithReturns() {
  return <GuestOrderPage returnsOf={returnsOf} />;
}
