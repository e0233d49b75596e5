import { Elements } from '@stripe/react-stripe-js';
import type { Stripe } from '@stripe/stripe-js';
import { useCallback, useEffect, useState } from 'react';
import type { Code, Order } from '../../api/generated-types';
import { shopApi } from '../../api/index';
import { codeOf, sentenceFor } from '../../api/problem';
import { paymentUnderWay } from '../../lib/payments-under-way';
import { Button } from '../../ui/controls/button';
import { Alert } from '../../ui/messages/alert';
import { LoadError, useAutoRetry } from '../../ui/messages/load-error';
import { Loading } from '../../ui/messages/loading';
import { BackToOrders, BookingNews } from './booking-news';
import { CardForm } from './card-form';
import { loadPayments } from './load-payments';
import { useAcceptedBefore, useBooking } from './use-booking';

interface PaymentPanelProps {
  order: Order;
  onCharged: (charged: boolean) => void;
  /** The order is not what it was: paid in another tab, deleted, or its reservation ended. */
  onOrderChanged: () => void;
}

/** Refusals that say that the order on this page is out of date. */
const OUT_OF_DATE: readonly Code[] = [
  'order_already_paid',
  'order_deleted',
  'order_refunded',
  'price_changed',
  'not_found',
];
/** Refusals that asking again will not change. */
const FINAL: readonly Code[] = [...OUT_OF_DATE, 'out_of_stock'];

/** Brings together what a payment needs: the provider's library and the client secret of the order. */
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
  // Without the secret the provider cannot be asked whether the payment was declined after all.
  useAutoRetry(charged && unprepared, refetch);
  const charge = useCallback(
    (is: boolean) => {
      setCharged(is);
      onCharged(is);
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
          onCalledOff={() => {
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
  /** The shop is being told about a payment of before. */
  onCharged: (charged: boolean) => void;
}

/** Without the provider's library nobody can ask it how a payment stands. */
const unknown = () => Promise.resolve(false);

/** The provider's library did not load. A payment that is under way needs none: the shop is told of it. */
function WithoutCardField({ orderId, onRetry, onCharged }: WithoutCardFieldProps) {
  const [remembered] = useState(() => paymentUnderWay(orderId));
  const { booking, tell } = useBooking(orderId, unknown);
  const { state } = booking;
  const isOpen = state !== 'booked' && state !== 'refused';

  useEffect(() => {
    if (state !== 'idle' || remembered === null) return;
    onCharged(true);
    void tell({ transactionId: remembered, taken: false });
  }, [state, remembered, onCharged, tell]);

  return (
    <>
      <BookingNews
        booking={booking}
        onTell={() => {
          if (state === 'waiting') void tell(booking.accepted, booking.tries, booking.waitsFor);
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

/** Longer than this, and whoever waits deserves a word and a button. */
const LOAD_TIMEOUT_MS = 20_000;

/** The payment library once it is there; `retry` after it could not be loaded. */
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
        // However late: it is what everybody waits for.
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
