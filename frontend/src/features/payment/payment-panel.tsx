import { Elements } from '@stripe/react-stripe-js';
import { useCallback, useEffect, useState } from 'react';
import type { Order } from '../../api/generated-types';
import { shopApi } from '../../api/index';
import { codeOf, sentenceFor } from '../../api/problem';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { useLookAgain } from '../../ui/use-look-again';
import { Waiting } from '../../ui/waiting';
import { CardForm } from './card-form';
import { useAcceptedBefore } from './use-accepted-before';
import { usePayments } from './use-payments';
import { WithoutCardField } from './without-card-field';

interface PaymentPanelProps {
  order: Order;
  onCharged: (charged: boolean) => void;
  /** The order is not what it was: paid in another tab, deleted, or its reservation ended. */
  onOrderChanged: () => void;
}

/** Refusals that say that the order on this page is out of date. */
const OUT_OF_DATE = [
  'order_already_paid',
  'order_deleted',
  'order_refunded',
  'price_changed',
  'not_found',
];
/** Refusals that asking again will not change. */
const FINAL = [...OUT_OF_DATE, 'out_of_stock'];

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
  useLookAgain(charged && unprepared, refetch);
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
        <p>This order is paid already. Nothing more will be charged.</p>
      </Alert>
    );
  }
  if (failed) {
    return <WithoutCardField orderId={order._id} onRetry={retry} onCharged={charge} />;
  }
  if (!stripe) return <Waiting>Loading the card field</Waiting>;
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
