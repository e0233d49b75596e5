import { couponOffer } from '../../lib/coupon-offer';
import { formatDollars } from '../../lib/format';

/** The torn-off ticket beside everything that is about the coupon. */
export function CouponTicket({ amount = couponOffer?.amount }: { amount?: number }) {
  if (amount === undefined) return null;
  return (
    <p className="ticket">
      <b>{formatDollars(amount)}</b>
      <span>coupon</span>
    </p>
  );
}
