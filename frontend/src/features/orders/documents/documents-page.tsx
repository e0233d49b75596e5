import { Printer } from 'lucide-react';
import { useLocation, useParams, useSearchParams } from 'react-router-dom';
import { billingApi } from '../../../api/billing';
import type { BillingDocument } from '../../../api/contract/generated-types';
import { isApiError, sentenceFor } from '../../../api/contract/problem';
import { shopApi } from '../../../api/index';
import { useEndedSession } from '../../../api/session/session-hooks';
import { paths } from '../../../lib/paths';
import { useOwnOrders } from '../../../lib/session/own-orders';
import { Button } from '../../../ui/controls/button';
import { Link } from '../../../ui/controls/link';
import { Exact } from '../../../ui/data/exact';
import { DashboardHeading } from '../../../ui/layout/dashboard-heading';
import { EmptyState } from '../../../ui/messages/empty-state';
import { LoadError } from '../../../ui/messages/load-error';
import { Loading } from '../../../ui/messages/loading';
import { CreditNote } from './credit-note';
import './documents.css';
import { Invoice } from './invoice';

/** The invoice and the credit notes of an order, to print one at a time. */
export function DocumentsPage() {
  const { id = '' } = useParams();
  const isInDashboard = useLocation().pathname.startsWith(paths.dashboard);
  const order = shopApi.useGetOrderQuery({ id });
  const documents = billingApi.useListDocumentsQuery({ id }, { refetchOnMountOrArgChange: true });
  const error = order.error ?? documents.error;
  const isFetching = order.isFetching || documents.isFetching;
  useEndedSession(error, [401]);
  const isUnknown = isApiError(error) && [403, 404].includes(error.status as number);
  const [query] = useSearchParams();
  const all = documents.currentData ?? [];
  const [invoice] = all;
  const chosen = all.find(({ number }) => number === query.get('number')) ?? invoice;
  const isLoaded = order.currentData !== undefined && documents.currentData !== undefined;
  const back = (
    <Link className="btn" to={isInDashboard ? paths.order(id) : paths.guestOrder(id)}>
      Back to the order
    </Link>
  );

  return (
    <>
      <div className="no-print">
        <DashboardHeading title={chosen?.kind === 'credit_note' ? 'Credit note' : 'Invoice'} />
        <div className="actions document-actions">
          <Button
            look="primary"
            icon={<Printer className="icon" />}
            disabled={!isLoaded || chosen === undefined}
            onClick={() => {
              window.print();
            }}
          >
            Print
          </Button>
          {chosen !== undefined && back}
        </div>
        {all.length > 1 && <Choice documents={all} chosen={chosen} />}
      </div>
      {!isLoaded && (error === undefined || isFetching) && <Loading>Loading the invoice</Loading>}
      {!isLoaded && isUnknown && !isFetching && (
        <EmptyState drawing="missing" title="There is no such order" action={<AllOrders />}>
          It belongs to another account, or the address is wrong.
        </EmptyState>
      )}
      {!isLoaded && error !== undefined && !isUnknown && !isFetching && (
        <LoadError
          title="The invoice did not load"
          onRetry={() => {
            void order.refetch();
            void documents.refetch();
          }}
        >
          {sentenceFor(error)}
        </LoadError>
      )}
      {isLoaded && chosen === undefined && (
        <EmptyState drawing="empty" title="No invoice yet" action={back}>
          An order has its invoice once it is paid.
        </EmptyState>
      )}
      {order.currentData !== undefined &&
        invoice !== undefined &&
        (chosen?.refund === undefined ? (
          <Invoice order={order.currentData} invoice={invoice} />
        ) : (
          <CreditNote order={order.currentData} invoice={invoice} creditNote={chosen} />
        ))}
    </>
  );
}

function AllOrders() {
  const own = useOwnOrders();
  return (
    <Link className="btn" to={own.all}>
      Your orders
    </Link>
  );
}

interface ChoiceProps {
  documents: BillingDocument[];
  chosen: BillingDocument | undefined;
}

function Choice({ documents, chosen }: ChoiceProps) {
  return (
    <nav className="actions orders-billing-choice" aria-label="Documents of this order">
      {documents.map(({ kind, number }) => (
        <Link
          key={number}
          className="btn"
          to={`?${new URLSearchParams({ number })}`}
          aria-current={number === chosen?.number ? 'page' : undefined}
          replace
        >
          {kind === 'invoice' ? 'Invoice' : 'Credit note'} <Exact value={number} />
        </Link>
      ))}
    </nav>
  );
}
