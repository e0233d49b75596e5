import { sentenceFor } from '../../api/contract/problem';
import { useEndedSession } from '../../api/session/session-hooks';
import { DashboardHeading } from '../../ui/layout/dashboard-heading';
import { LoadError } from '../../ui/messages/load-error';
import { LoadingRows } from '../../ui/messages/loading-rows';
import { StaleNotice } from '../../ui/messages/stale-notice';
import { ShippingMethods } from './shipping-methods';
import { TaxRates } from './tax-rates';
import { Trial } from './trial';
import { useRates } from './use-rates';

/** The shop's charges in addition to its parts: shipping methods and taxes. */
export function RatesPage() {
  const { query, editor } = useRates();
  const { error, isFetching } = query;
  useEndedSession(error, [401]);
  const retry = () => void query.refetch();

  return (
    <>
      <DashboardHeading title="Shipping and tax" />
      <p className="hint">
        Without shipping methods and taxes, customers pay only for the parts. With either, every
        order goes through checkout.
      </p>
      {editor && error !== undefined && (
        <StaleNotice onRetry={retry} retrying={isFetching}>
          {sentenceFor(error)}
        </StaleNotice>
      )}
      {editor && (
        <>
          <ShippingMethods editor={editor} />
          <TaxRates editor={editor} />
          <Trial rates={editor.rates} />
        </>
      )}
      {!editor && error !== undefined && (
        <LoadError title="Shipping and tax did not load" onRetry={retry} retrying={isFetching}>
          {sentenceFor(error)}
        </LoadError>
      )}
      {!editor && error === undefined && <LoadingRows>Loading shipping and tax</LoadingRows>}
    </>
  );
}
