import { ChevronLeft, ExternalLink, Trash2 } from 'lucide-react';
import { Fragment, useRef } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { adminApi } from '../../../api/admin';
import type { PartRecord } from '../../../api/contract/generated-types';
import { isApiError, sentenceFor } from '../../../api/contract/problem';
import { useEndedSession } from '../../../api/session/session-hooks';
import { formatDateTime } from '../../../lib/date-time';
import { paths } from '../../../lib/paths';
import { Button } from '../../../ui/controls/button';
import { useDialogFor } from '../../../ui/controls/confirm-dialog';
import { Link } from '../../../ui/controls/link';
import { DashboardHeading } from '../../../ui/layout/dashboard-heading';
import { Alert } from '../../../ui/messages/alert';
import { EmptyState } from '../../../ui/messages/empty-state';
import { LoadError } from '../../../ui/messages/load-error';
import { Loading } from '../../../ui/messages/loading';
import { DeletePartDialog } from './delete-part-dialog';
import { FitmentSection } from './fitment/fitment-section';
import { ProductEditor } from './product-editor';
import type { FromList } from './product-view';
import { PutBack } from './put-back';

/** Edits everything about one product. */
export function EditProductPage() {
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = adminApi.useGetPartRecordQuery({ id });
  useEndedSession(error, [401]);

  if (data?.part._id === id) {
    return (
      <Fragment key={id}>
        <EditorHead record={data} />
        <ProductEditor record={data} />
        <FitmentSection record={data} />
      </Fragment>
    );
  }
  if (isApiError(error) && error.status === 404) {
    return (
      <>
        <DashboardHeading title="Edit product" />
        <EmptyState
          drawing="missing"
          title="There is no such product"
          action={
            <Link className="btn btn-primary" to={paths.manageProducts}>
              Manage Products
            </Link>
          }
        >
          The address may have a typo.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <DashboardHeading title="Edit product" />
      {error === undefined ? (
        <Loading>Loading the product</Loading>
      ) : (
        <LoadError
          title="The product did not load"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {sentenceFor(error)}
        </LoadError>
      )}
    </>
  );
}

/** The part's title, its link in the shop, and whether it is hidden. */
function EditorHead({ record: { part, hidden, changedAt } }: { record: PartRecord }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const toDelete = useDialogFor<typeof part>(heading);
  const from = useLocation().state as Partial<FromList> | null;
  return (
    <>
      <Link
        className="text-link back"
        to={{ pathname: paths.manageProducts, search: from?.list ?? '' }}
      >
        <ChevronLeft className="icon" />
        Manage Products
      </Link>
      <DashboardHeading title={part.title} ref={heading}>
        {`Changed ${formatDateTime(changedAt)}`}
      </DashboardHeading>
      {hidden ? (
        <Hidden id={part._id} />
      ) : (
        <div className="list-tools">
          <Link className="btn btn-sm" to={paths.part(part._id)}>
            <ExternalLink className="icon" />
            Show in the shop
          </Link>
          <Button
            look="danger-outline"
            size="small"
            icon={<Trash2 className="icon" />}
            onClick={() => {
              toDelete.open(part);
            }}
          >
            Delete
          </Button>
        </div>
      )}
      {toDelete.row && <DeletePartDialog part={toDelete.row} onClose={toDelete.close} />}
    </>
  );
}

/** The part is deleted and can be restored. */
function Hidden({ id }: { id: string }) {
  return (
    <div className="out-of-date">
      <Alert tone="info">
        <p>This product is hidden: customers cannot find or order it.</p>
        <PutBack id={id} />
      </Alert>
    </div>
  );
}
