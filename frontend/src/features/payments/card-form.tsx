import { CardElement } from '@stripe/react-stripe-js';
import type { StripeCardElementOptions } from '@stripe/stripe-js';
import { CreditCard, Lock } from 'lucide-react';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { Order } from '../../api/contract/generated-types';
import { Button } from '../../ui/controls/button';
import { Exact, Money } from '../../ui/data/exact';
import { PaidBadge } from '../../ui/data/order-badges';
import { FieldError } from '../../ui/forms/field-error';
import { BackToOrders, BookingMessage } from './booking-message';
import { useBooking } from './use-booking';
import { useCardPayment } from './use-card-payment';
import { useTestCard } from './use-test-card';

interface CardFormProps {
  order: Order;
  /** Undefined until the shop has prepared the payment. */
  clientSecret: string | undefined;
  /** True while it is being prepared, false if that failed. */
  preparing: boolean;
  /** A payment accepted before this form was opened, which the shop may not have registered. */
  acceptedBefore: string | null;
  /**
   * Called with true when the card is accepted, before the shop is notified, and with false if it
   * was declined after all.
   */
  onCharged: (charged: boolean) => void;
  /** Called when the payment can no longer be made. */
  onUnpayable: () => void;
}

/** The shop has just registered this; the loaded order may be older. */
const PAID = { paid: true };

export function CardForm(props: CardFormProps) {
  const { order, clientSecret, preparing, acceptedBefore, onCharged, onUnpayable } = props;
  const { pay, isDeclined, busy, problem, advice, setProblem, focusCard, clearCard, ready } =
    useCardPayment(order, clientSecret, onUnpayable);
  const testCard = useTestCard();
  const { booking, report } = useBooking(order._id, isDeclined);
  const [options] = useState(cardOptions);
  const statusBox = useRef<HTMLDivElement>(null);
  const charged = booking.state !== 'idle' && booking.state !== 'declined';

  useEffect(() => {
    // The button that had the focus stays disabled.
    if (!charged) return;
    statusBox.current?.focus();
    clearCard();
  }, [charged, clearCard]);

  const booked = booking.state === 'booked';
  const declined = booking.state === 'declined';
  useEffect(() => {
    // Don't steal focus if the user has moved on.
    const { activeElement, body } = document;
    if (declined && (activeElement === body || activeElement === statusBox.current)) focusCard();
  }, [declined, focusCard]);

  useEffect(() => {
    onCharged(charged);
  }, [charged, onCharged]);

  const idle = booking.state === 'idle';
  useEffect(() => {
    if (idle && acceptedBefore !== null) {
      void report({ transactionId: acceptedBefore, taken: false });
    }
  }, [idle, acceptedBefore, report]);

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const payment = await pay();
    if (!payment) {
      focusCard();
      return;
    }
    // Synchronously, so that this form is not unmounted.
    onCharged(true);
    await report(payment);
  };

  return (
    <form className="card form" aria-label="Payment" onSubmit={(event) => void submit(event)}>
      {booked ? (
        <PaidBadge order={PAID} />
      ) : (
        <div className="field">
          <span className="label-text" id="card-label">
            Card
          </span>
          <div
            className="input card-frame"
            role="group"
            aria-labelledby="card-label"
            aria-describedby={idsOf({
              'card-problem': problem,
              'card-advice': advice,
              'test-card': testCard,
            })}
            data-invalid={problem !== null || undefined}
          >
            <CreditCard className="icon" />
            <CardElement
              options={{ ...options, disabled: charged }}
              onChange={({ error }) => {
                setProblem(error?.message ?? null);
              }}
            />
          </div>
          {problem !== null && <FieldError id="card-problem">{problem}</FieldError>}
          {advice !== null && (
            <p className="hint" id="card-advice">
              {advice}
            </p>
          )}
          {testCard !== null && (
            <p className="hint" id="test-card">
              No real money here. Test card: <span className="nowrap">{testCard}</span>, any date in
              the future, any code.
            </p>
          )}
        </div>
      )}
      <p className="total">
        <span>
          <Exact value={order.quantity} /> pieces
        </span>
        <b>
          <Money dollars={order.totalPrice} />
        </b>
      </p>
      <Button
        look="primary"
        size="large"
        type="submit"
        className="btn-block"
        busy={busy}
        disabled={!ready || charged}
      >
        Pay
      </Button>
      <PayHint preparing={preparing && !charged} paying={busy} />
      <div className="payment-status" ref={statusBox} tabIndex={-1}>
        <BookingMessage
          booking={booking}
          onReport={() => {
            if (booking.state === 'waiting') {
              void report(booking.accepted, booking.tries, booking.waitsFor);
            }
          }}
        />
      </div>
      {charged && <BackToOrders order={order._id} isPaid={booked} />}
      {!booked && (
        <p className="hint">
          <Lock className="icon" />
          Card details go straight to the payment provider. Autoparts never stores them.
        </p>
      )}
    </form>
  );
}

/** The ids of the non-empty texts, for the field's aria-describedby. */
function idsOf(texts: Record<string, string | null>): string | undefined {
  const there = Object.keys(texts).filter((id) => texts[id] !== null);
  return there.length > 0 ? there.join(' ') : undefined;
}

const LONG_MS = 6_000;

interface PayHintProps {
  preparing: boolean;
  paying: boolean;
}

/** Explains what the button is waiting for, if that takes a while. */
function PayHint({ preparing, paying }: PayHintProps) {
  const [long, setLong] = useState(false);

  useEffect(() => {
    if (!paying) return;
    const timer = setTimeout(() => {
      setLong(true);
    }, LONG_MS);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [paying]);

  return (
    <p className="hint pay-hint" role="status">
      {preparing && 'Preparing your payment.'}
      {long && 'Still waiting for the payment provider. Please stay on this page.'}
    </p>
  );
}

/** The current value of a color token: the provider's iframe cannot read the page's variables. */
function colourOf(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

function cardOptions(): StripeCardElementOptions {
  return {
    hidePostalCode: true,
    style: {
      base: {
        fontSize: '16px',
        color: colourOf('--ink'),
        '::placeholder': { color: colourOf('--ink-muted') },
      },
      invalid: { color: colourOf('--danger') },
    },
  };
}
