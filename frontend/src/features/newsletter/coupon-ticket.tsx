import { couponOffer } from '../../lib/coupon-offer';
import { Money } from '../../ui/data/exact';

/** The torn-off ticket next to everything about the coupon. */
export function CouponTicket({ amount = couponOffer?.amount }: { amount?: number }) {
  if (amount === undefined) return null;
  return (
    <p className="ticket">
      <b>
        <Money dollars={amount} />
      </b>
      <span>coupon</span>
    </p>
  );
}
