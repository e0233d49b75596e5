import { useSyncExternalStore } from 'react';
import { paths } from '../lib/paths';
import { onPurchaseStep, purchaseStep, type PurchaseStep } from '../lib/purchase-step';
import { ownOrders } from '../lib/session/own-orders';
import { selectGuestToken } from '../lib/session/session-slice';
import { EmptyState } from '../ui/messages/empty-state';
import { LoadError } from '../ui/messages/load-error';
import { store } from './store';

/** How browsers, and Vite for styles, say that a file of the app could not be fetched. */
const NOT_FETCHED = /dynamically imported module|importing a module script|unable to preload/i;

const isNotFetched = (error: unknown) => error instanceof Error && NOT_FETCHED.test(error.message);

const reload = () => {
  window.location.reload();
};

/**
 * In the place of a screen that could not be fetched, often because the shop has a new version, or that failed. After an
 * order or a payment it says first what became of that.
 */
export function BrokenScreen({ error }: { error: unknown }) {
  const step = useSyncExternalStore(onPurchaseStep, purchaseStep);
  return (
    <div className="page section">
      <title>{`${isNotFetched(error) ? 'Not loaded' : 'Error'} | Autoparts`}</title>
      {step !== null ? (
        <AfterPurchase step={step} />
      ) : isNotFetched(error) ? (
        <LoadError level={1} title="This page did not load" onRetry={reload}>
          Your connection may be down, or the shop has just been updated.
        </LoadError>
      ) : (
        <LoadError level={1} title="This page stopped working" onRetry={reload}>
          This is an error of the shop, not of your connection. Load the page again to continue.
        </LoadError>
      )}
    </div>
  );
}

type Words = Record<PurchaseStep['state'], { title: string; text: string }>;

const WORDS: Record<PurchaseStep['kind'], Words> = {
  order: {
    sent: {
      title: 'Your order is being sent',
      text: 'This page stopped working while the shop was answering. Wait a moment to see whether your order was placed.',
    },
    done: {
      title: 'Your order is placed',
      text: 'The parts are reserved for you. Only this page stopped working: you can see and pay for your order on its own page.',
    },
    failed: {
      title: 'Your order was not placed',
      text: 'Nothing was ordered, and this page stopped working. Load it again to try once more.',
    },
    unknown: {
      title: 'Your order may have been placed',
      text: 'The shop did not answer, and this page stopped working. Look at your orders before you order again.',
    },
  },
  payment: {
    sent: {
      title: 'Your payment is being processed',
      text: 'This page stopped working, but your payment continues. Look at your order before you pay again.',
    },
    done: {
      title: 'Your card was charged',
      text: 'The payment for your order went through. Only this page stopped working. Do not pay again.',
    },
    failed: {
      title: 'Your card was not charged',
      text: 'The payment did not go through, and this page stopped working. Load it again to try once more.',
    },
    unknown: {
      title: 'Your card may have been charged',
      text: 'The payment provider did not answer, and this page stopped working. Look at your order before you pay again.',
    },
  },
};

function AfterPurchase({ step: { kind, state, order } }: { step: PurchaseStep }) {
  const { title, text } = WORDS[kind][state];
  if (state === 'failed') {
    return (
      <LoadError level={1} title={title} onRetry={reload}>
        {text}
      </LoadError>
    );
  }
  const own = ownOrders(selectGuestToken(store.getState()) !== undefined);
  return (
    <EmptyState
      drawing="failed"
      level={1}
      title={title}
      announced
      action={
        // Links that load the page afresh.
        <div className="ways-on">
          <a className="btn btn-primary" href={order === undefined ? own.all : own.order(order)}>
            {order === undefined ? 'See your orders' : 'See your order'}
          </a>
          {kind === 'order' && order !== undefined && (
            <a className="btn" href={paths.payment(order)}>
              Pay now
            </a>
          )}
        </div>
      }
    >
      {text}
    </EmptyState>
  );
}
