import { type SyntheticEvent, useRef, useState } from 'react';
import { shopApi } from '../../api/index';
import { fieldSentences, sentenceFor } from '../../api/problem';
import { emailRefusal } from '../../lib/text-rules';
import { Button } from '../../ui/controls/button';
import { FieldError } from '../../ui/forms/field-error';
import { Alert } from '../../ui/messages/alert';
import { CouponTicket } from './coupon-ticket';

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
              Occasional news about parts and stock. The first email takes you to your coupon.
              Coupons cannot be used at checkout yet.
            </p>
            <NewsletterForm />
          </div>
        </div>
      </div>
    </section>
  );
}

const FIELD = 'newsletter-email';

/**
 * Plain state instead of the form library, which home does without. The answer is in the same words
 * whether the address is known or not, and whether a mail goes out now or did a while ago: a
 * stranger must not learn that from it.
 */
function NewsletterForm() {
  const [join, { isLoading, isSuccess, error, reset }] = shopApi.useJoinNewsletterMutation();
  const [email, setEmail] = useState('');
  const [refusal, setRefusal] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);

  const refuse = (why: string) => {
    setRefusal(why);
    field.current?.focus();
  };

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (isLoading) return;
    reset();
    const why = emailRefusal(email);
    if (why !== null) {
      refuse(why);
      return;
    }
    const answer = await join({ joinRequest: { email: email.trim() } });
    const { email: refused } = fieldSentences(answer.error, { email: 'email' });
    if (refused !== undefined) refuse(refused);
    else if (answer.error === undefined) setEmail('');
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
            readOnly={isLoading}
            onChange={(event) => {
              setEmail(event.target.value);
              setRefusal(null);
            }}
            aria-invalid={refusal !== null || undefined}
            aria-describedby={refusal === null ? undefined : `${FIELD}-note`}
          />
        </div>
        <Button look="primary" type="submit" busy={isLoading}>
          SIGN UP
        </Button>
      </div>
      {refusal !== null && <FieldError id={`${FIELD}-note`}>{refusal}</FieldError>}
      {error !== undefined && refusal === null && (
        <Alert tone="danger">
          <p>{sentenceFor(error)}</p>
        </Alert>
      )}
      {isSuccess && refusal === null && (
        <Alert tone="positive">
          <p>Check your inbox: the link in our email takes you to your $50 coupon.</p>
          <p className="hint">
            Nothing after a few minutes? Check your spam folder, or look for an earlier email from
            us.
          </p>
        </Alert>
      )}
    </form>
  );
}
