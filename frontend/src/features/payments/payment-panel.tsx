import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import type { Code, Order } from '../../api/contract/generated-types';
import { shopApi } from '../../api/index';
import { codeOf, sentenceFor } from '../../api/contract/problem';
import { paymentUnderWay } from '../../lib/payments-under-way';
import { Button } from '../../ui/controls/button';
import { Alert } from '../../ui/messages/alert';
import { LoadError, useAutoRetry } from '../../ui/messages/load-error';
import { Loading } from '../../ui/messages/loading';
import { BackToOrders, BookingMessage } from './booking-message';
import { CardForm } from './card-form';
import { loadPayments } from './load-payments';
import { useAcceptedBefore, useBooking } from './use-booking';

interface PaymentPanelProps {
  order: Order;
  onCharged: (charged: boolean) => void;
  /**
   * Called when the order has changed: paid in another tab, deleted, or its reservation expired.
   */
  onOrderChanged: () => void;
}

/** Refusals that mean the order on this page is out of date. */
const OUT_OF_DATE: readonly Code[] = [
  'order_already_paid',
  'order_deleted',
  'order_refunded',
  'price_changed',
  'not_found',
];
/** Refusals that a retry will not change. */
const FINAL: readonly Code[] = [...OUT_OF_DATE, 'out_of_stock'];

/** Loads what a payment needs: the provider's library and the order's client secret. */
export function PaymentPanel({ order, onCharged, onOrderChanged }: PaymentPanelProps) {
  const { stripe, failed, retry } = usePayments();
  const [charged, setCharged] = useState(false);
  const { data, error, isFetching, refetch } = shopApi.useCreatePaymentIntentQuery(
    { paymentIntentRequest: { price: order.totalPrice, order: order._id } },
    { refetchOnMountOrArgChange: true },
  );
  const code = codeOf(error);
  const outOfDate = code !== null && OUT_OF_DATE.includes(code) && !charged;

  const isFinal = code !== null && FINAL.includes(code);
  const unprepared = error !== undefined && !isFinal;
  const acceptedBefore = useAcceptedBefore(order._id, stripe, data?.clientSecret, unprepared);
  // Without a client secret, the provider cannot be asked whether it declined the payment.
  useAutoRetry(charged && unprepared, refetch);
  const charge = useCallback(
    (isCharged: boolean) => {
      setCharged(isCharged);
      onCharged(isCharged);
    },
    [onCharged],
  );

  useEffect(() => {
    if (outOfDate) onOrderChanged();
  }, [outOfDate, onOrderChanged]);

  if (code === 'order_already_paid' && !charged) {
    return (
      <Alert tone="positive">
        <p>This order is already paid. Nothing more will be charged.</p>
      </Alert>
    );
  }
  if (failed) {
    return <WithoutCardField orderId={order._id} onRetry={retry} onCharged={charge} />;
  }
  if (!stripe) return <Loading>Loading the card field</Loading>;
  return (
    <>
      {error !== undefined && !charged && (
        <Alert tone="danger">
          <p>{sentenceFor(error)}</p>
          {!isFinal && (
            <Button busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          )}
        </Alert>
      )}
      <Elements stripe={stripe}>
        <CardForm
          order={order}
          clientSecret={isFetching || error !== undefined ? undefined : data?.clientSecret}
          preparing={isFetching}
          acceptedBefore={acceptedBefore}
          onCharged={charge}
          onUnpayable={() => {
            onOrderChanged();
            void refetch();
          }}
        />
      </Elements>
    </>
  );
}

interface WithoutCardFieldProps {
  orderId: string;
  onRetry: () => void;
  /** Called when an earlier payment is reported to the shop. */
  onCharged: (charged: boolean) => void;
}

/** Without the provider's library, the state of a payment is unknown. */
const unknown = () => Promise.resolve(false);

/**
 * Shown if the provider's library did not load. A payment in progress is still reported to the
 * shop, which does not need the library.
 */
function WithoutCardField({ orderId, onRetry, onCharged }: WithoutCardFieldProps) {
  const [remembered] = useState(() => paymentUnderWay(orderId));
  const { booking, report } = useBooking(orderId, unknown);
  const { state } = booking;
  const isOpen = state !== 'booked' && state !== 'refused';

  useEffect(() => {
    if (state !== 'idle' || remembered === null) return;
    onCharged(true);
    void report({ transactionId: remembered, taken: false });
  }, [state, remembered, onCharged, report]);

  return (
    <>
      <BookingMessage
        booking={booking}
        onReport={() => {
          if (state === 'waiting') void report(booking.accepted, booking.tries, booking.waitsFor);
        }}
      />
      {isOpen && (
        <LoadError title="The card field did not load" onRetry={onRetry}>
          {remembered === null
            ? 'The payment provider did not answer. Nothing was charged.'
            : 'The payment provider did not answer. A payment for this order is in progress.'}
        </LoadError>
      )}
      {state !== 'idle' && <BackToOrders order={orderId} isPaid={state === 'booked'} />}
    </>
  );
}

/** After this time, an error and a retry button appear. */
const LOAD_TIMEOUT_MS = 20_000;

/** The payment library once it has loaded; `retry` after it failed to load. */
function usePayments() {
  const [stripe, setStripe] = useState<Stripe | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let abandoned = false;
    const fail = () => {
      if (!abandoned) setFailed(true);
    };
    const timer = setTimeout(fail, LOAD_TIMEOUT_MS);
    loadPayments()
      .then((loaded) => {
        // A late load is still used.
        if (!abandoned) setStripe(loaded);
      }, fail)
      .finally(() => {
        clearTimeout(timer);
      });
    return () => {
      abandoned = true;
      clearTimeout(timer);
    };
  }, [attempt]);

  const retry = () => {
    setFailed(false);
    setAttempt(attempt + 1);
  };
  return { stripe, failed: failed && stripe === null, retry };
}
