import { Button } from '../../ui/button';

/** The sign-up makes no call: where the addresses should go is not decided yet. */
export function NewsletterBanner() {
  return (
    <section className="section sunken" aria-labelledby="newsletter">
      <div className="page">
        <div className="offer">
          <p className="ticket">
            <b>$50</b>
            <span>coupon</span>
          </p>
          <form
            onSubmit={(event) => {
              event.preventDefault();
            }}
          >
            <h2 id="newsletter">Sign up and get a $50 coupon</h2>
            <p>Leave your email and the coupon is yours.</p>
            <div className="inline-form">
              <div className="field">
                <label htmlFor="newsletter-email">Email</label>
                <input
                  className="input"
                  id="newsletter-email"
                  type="email"
                  autoComplete="email"
                  placeholder="you@garage.com"
                />
              </div>
              <Button look="primary" type="submit">
                SIGN UP
              </Button>
            </div>
          </form>
        </div>
      </div>
    </section>
  );
}
