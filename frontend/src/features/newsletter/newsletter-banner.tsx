import { type SyntheticEvent, useRef, useState } from 'react';
import { useShopDispatch } from '../../api/session/session-hooks';
import { couponOffer } from '../../lib/coupon-offer';
import { couponTerms } from '../../lib/coupon-terms';
import { deleteDraft, readDraft, saveDraft } from '../../lib/drafts';
import { Button } from '../../ui/controls/button';
import { Money } from '../../ui/data/exact';
import { FieldError } from '../../ui/forms/field-error';
import { NotFetched } from '../../ui/messages/not-fetched';
import { CouponTicket } from './coupon-ticket';
import type { JoinOutcome } from './join-newsletter';

export function NewsletterBanner() {
  return (
    <section
      className="section sunken"
      id="newsletter"
      tabIndex={-1}
      aria-labelledby="newsletter-title"
    >
      <div className="page">
        <div className={couponOffer ? 'offer' : 'offer plain'}>
          <CouponTicket />
          <div className="message">
            <h2 id="newsletter-title">
              {couponOffer ? (
                <>
                  Sign up and get a <Money dollars={couponOffer.amount} /> coupon
                </>
              ) : (
                'Sign up for our newsletter'
              )}
            </h2>
            <p>
              {couponOffer
                ? 'Our first email takes you to your coupon.'
                : 'Our first email asks you to confirm your address.'}
            </p>
            <NewsletterForm />
            {couponOffer && <p className="hint">{couponTerms(couponOffer)}</p>}
          </div>
        </div>
      </div>
    </section>
  );
}

const FIELD = 'newsletter-email';

/** Loaded when a visitor first uses the form; most never do. */
const joining = () => import('./join-newsletter');

const nothingYet: JoinOutcome = { joined: false, refusal: null, notice: null };

const DRAFT = 'newsletter';

const notFetched = (email: string): JoinOutcome => ({
  ...nothingYet,
  notice: (
    <NotFetched
      onReload={() => {
        saveDraft(DRAFT, { email });
      }}
    >
      Not sent. Your address is still here.
    </NotFetched>
  ),
});

/** Plain state instead of the form library, so that home does not load it. */
function NewsletterForm() {
  const dispatch = useShopDispatch();
  const [email, setEmail] = useState(() => readDraft(DRAFT)?.email ?? '');
  const [busy, setBusy] = useState(false);
  const [{ refusal, notice }, setOutcome] = useState(nothingYet);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setOutcome(nothingYet);
    const outcome = await joining().then(
      ({ joinNewsletter }) => joinNewsletter(dispatch, email),
      () => notFetched(email),
    );
    setBusy(false);
    setOutcome(outcome);
    if (outcome.refusal !== null) field.current?.focus();
    if (outcome.joined) {
      setEmail('');
      deleteDraft(DRAFT);
    }
  };

  return (
    <form
      className="form"
      noValidate
      aria-labelledby="newsletter-title"
      onSubmit={(event) => void submit(event)}
    >
      <div className="inline-form">
        <div className="field">
          <label htmlFor={FIELD}>Email</label>
          <input
            ref={field}
            className="input"
            id={FIELD}
            type="email"
            autoComplete="email"
            placeholder="you@garage.com"
            value={email}
            readOnly={busy}
            onFocus={() => {
              joining().catch(() => undefined);
            }}
            onChange={(event) => {
              setEmail(event.target.value);
              setOutcome(nothingYet);
            }}
            aria-invalid={refusal !== null || undefined}
            aria-describedby={refusal === null ? undefined : `${FIELD}-note`}
          />
        </div>
        <Button look="primary" type="submit" busy={busy}>
          SIGN UP
        </Button>
      </div>
      {refusal !== null && <FieldError id={`${FIELD}-note`}>{refusal}</FieldError>}
      {notice}
    </form>
  );
}
