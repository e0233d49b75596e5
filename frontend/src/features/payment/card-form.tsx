import { CardElement } from '@stripe/react-stripe-js';
import { CreditCard, Lock } from 'lucide-react';
import { useState, type SyntheticEvent } from 'react';
import type { Order } from '../../api/generated';
import { formatDollars } from '../../lib/money';
import { PAYMENT_COMPLETED } from '../../lib/texts';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/fields/field-error';
import { cardOptions } from './card-style';
import { useCardPayment } from './use-card-payment';
import { useBooking } from './use-booking';

interface CardFormProps {
  order: Order;
  /** Undefined until the shop has prepared the payment. */
  clientSecret: string | undefined;
  /** The money has been taken; called before the shop is told. */
  onCharged: () => void;
  /** The payment cannot be made any more. */
  onCalledOff: () => void;
}

export function CardForm({ order, clientSecret, onCharged, onCalledOff }: CardFormProps) {
  const { pay, busy, problem, setProblem, ready } = useCardPayment(
    order,
    clientSecret,
    onCalledOff,
  );
  const { book, booking, booked, transactionId } = useBooking(order._id);
  const [options] = useState(cardOptions);
  const charged = transactionId !== null;

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    const payment = await pay();
    if (!payment) return;
    onCharged();
    await book(payment.transactionId);
  };

  return (
    <form className="card form" aria-label="Payment" onSubmit={(event) => void submit(event)}>
      <div className="field">
        <span className="label-text" id="card-label">
          Card
        </span>
        <div
          className="input card-frame"
          role="group"
          aria-labelledby="card-label"
          aria-describedby={problem === null ? undefined : 'card-problem'}
          data-invalid={problem !== null || undefined}
        >
          <CreditCard className="icon text-ink-muted" />
          <CardElement
            options={{ ...options, disabled: charged }}
            onChange={({ error }) => {
              setProblem(error?.message ?? null);
            }}
          />
        </div>
        {problem !== null && <FieldError id="card-problem">{problem}</FieldError>}
      </div>
      <p className="total">
        <span>{order.quantity} pieces</span>
        <b>{formatDollars(order.totalPrice)}</b>
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
      {charged && (
        <Alert tone="positive">
          <p className="text-success">{PAYMENT_COMPLETED}</p>
        </Alert>
      )}
      {charged && !booked && !booking && (
        <Alert tone="warning">
          <p>
            Your money has arrived, but the shop did not answer yet. The order will show as paid
            shortly; you do not need to pay again.
          </p>
          <Button onClick={() => void book(transactionId)}>Try again</Button>
        </Alert>
      )}
      <p className="hint">
        <Lock className="icon" />
        Card details go straight to the payment provider. Autoparts never stores them.
      </p>
    </form>
  );
}
