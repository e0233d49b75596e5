import { CouponTicket } from './coupon-ticket';
import { NewsletterForm } from './newsletter-form';

export function NewsletterBanner() {
  return (
    <section
      className="section sunken"
      id="newsletter"
      tabIndex={-1}
      aria-labelledby="newsletter-title"
    >
      <div className="page">
        <div className="offer">
          <CouponTicket />
          <div className="say">
            <h2 id="newsletter-title">Sign up and get a $50 coupon</h2>
            <p>
              News of parts and stock, now and then. The first mail leads to your coupon. Checkout
              does not take coupons yet.
            </p>
            <NewsletterForm />
          </div>
        </div>
      </div>
    </section>
  );
}
