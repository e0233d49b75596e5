import { formatDollars } from '../../lib/format';

/** What signing up is worth, in dollars. */
const PROMISED = 50;

/** The torn-off ticket beside everything that is about the coupon. */
export function CouponTicket({ amount = PROMISED }: { amount?: number }) {
  return (
    <p className="ticket">
      <b>{formatDollars(amount)}</b>
      <span>coupon</span>
    </p>
  );
}
