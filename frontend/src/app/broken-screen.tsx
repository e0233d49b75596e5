import { useEffect, useSyncExternalStore } from 'react';
import { paths } from '../lib/paths';
import { onPurchaseStep, purchaseStep, type PurchaseStep } from '../lib/purchase-step';
import { ownOrders } from '../lib/session/own-orders';
import { selectGuestToken } from '../lib/session/session-slice';
import { EmptyState } from '../ui/messages/empty-state';
import { LoadError } from '../ui/messages/load-error';
import { store } from './store';

/**
 * Error messages of browsers, and of Vite for styles, about a file of the app that failed to load.
 */
const NOT_FETCHED = /dynamically imported module|importing a module script|unable to preload/i;

const isNotFetched = (error: unknown) => error instanceof Error && NOT_FETCHED.test(error.message);

const reload = () => {
  window.location.reload();
};

/**
 * Shown instead of a screen that failed or could not be loaded, often because a new version was
 * deployed. After an order or a payment it first states its outcome.
 */
export function BrokenScreen({ error }: { error: unknown }) {
  const step = useSyncExternalStore(onPurchaseStep, purchaseStep);
  // The screen may have been longer, with the pressed button at its end.
  useEffect(() => {
    window.scrollTo({ top: 0, behavior: 'instant' });
  }, []);
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
          This is an error in the shop, not in your connection. Reload the page to continue.
        </LoadError>
      )}
    </div>
  );
}

function AfterPurchase({ step: { title, text, failed, order, payable } }: { step: PurchaseStep }) {
  if (failed) {
    return (
      <LoadError level={1} title={title} onRetry={reload}>
        {text}
      </LoadError>
    );
  }
  const own = ownOrders(selectGuestToken(store.getState()) !== undefined, order);
  return (
    <EmptyState
      drawing="failed"
      level={1}
      title={title}
      announced
      action={
        // Plain links, which reload the page.
        <div className="next-steps">
          <a className="btn btn-primary" href={order === undefined ? own.all : own.order(order)}>
            {order === undefined ? 'See your orders' : 'See your order'}
          </a>
          {payable && order !== undefined && (
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
