import { Elements } from '@stripe/react-stripe-js';
import type { Order } from '../../api/generated';
import { shopApi } from '../../api/index';
import { codeOf, sentenceFor } from '../../api/problem';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Failed } from '../../ui/failed';
import { Waiting } from '../../ui/waiting';
import { CardForm } from './card-form';
import { usePayments } from './use-payments';

interface PaymentPanelProps {
  order: Order;
  onCharged: () => void;
  /** The order is not what it was: it was deleted, or its reservation ended. */
  onOrderChanged: () => void;
}

/** Brings together what a payment needs: the provider's library and the client secret of the order. */
export function PaymentPanel({ order, onCharged, onOrderChanged }: PaymentPanelProps) {
  const { stripe, failed, retry } = usePayments();
  const { data, error, isFetching, refetch } = shopApi.useCreatePaymentIntentQuery(
    { paymentIntentRequest: { price: order.totalPrice, order: order._id } },
    { refetchOnMountOrArgChange: true },
  );

  if (codeOf(error) === 'order_already_paid') {
    return (
      <Alert tone="positive">
        <p>This order is paid already. Nothing more will be charged.</p>
      </Alert>
    );
  }
  if (failed) {
    return (
      <Failed title="The card field did not load" onRetry={retry}>
        The payment provider did not answer. Nothing was charged.
      </Failed>
    );
  }
  if (!stripe) return <Waiting>Loading the card field</Waiting>;
  return (
    <>
      {error !== undefined && (
        <Alert tone="danger">
          <p>{sentenceFor(error)}</p>
          <Button busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        </Alert>
      )}
      <Elements stripe={stripe}>
        <CardForm
          order={order}
          clientSecret={isFetching ? undefined : data?.clientSecret}
          onCharged={onCharged}
          onCalledOff={() => {
            onOrderChanged();
            void refetch();
          }}
        />
      </Elements>
    </>
  );
}
