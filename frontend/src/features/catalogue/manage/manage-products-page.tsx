import { CirclePlus, Trash2, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { adminApi } from '../../../api/admin';
import type { Part } from '../../../api/generated-types';
import { pagesApi } from '../../../api/pages';
import { listOf } from '../../../api/paging';
import { sentenceFor } from '../../../api/problem';
import { useEndedSession } from '../../../api/session-hooks';
import { countThings, formatCount, formatDollars } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { isSoldOut } from '../../../lib/stock';
import { questions, toasts } from '../../../lib/texts';
import { Button } from '../../../ui/controls/button';
import { ConfirmDialog, useDialogFor } from '../../../ui/controls/confirm-dialog';
import { Badge } from '../../../ui/data/badges';
import { PartPicture } from '../../../ui/data/part';
import { DashboardHeading } from '../../../ui/layout/dashboard-heading';
import { type Column, DataTable } from '../../../ui/lists/data-table';
import { ListFrame } from '../../../ui/lists/list-frame';
import { EmptyState } from '../../../ui/messages/empty-state';
import { notify } from '../../../ui/messages/notify';

function summary(parts: Part[], more: boolean): string {
  if (parts.length === 0) return '';
  return countThings(parts.length, more, 'product', 'products');
}

export function ManageProductsPage() {
  const pages = pagesApi.useEveryPartInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  useEndedSession(pages.error, [401]);
  const list = listOf(pages);
  const heading = useRef<HTMLHeadingElement>(null);
  const toDelete = useDialogFor<Part>(heading);

  return (
    <>
      <DashboardHeading title="Manage Products" ref={heading}>
        {list.rows ? summary(list.rows, list.hasMore) : ''}
      </DashboardHeading>
      <ListFrame list={list} noun="products" empty={<NoProducts />}>
        {(parts) => <PartsTable parts={parts} onDelete={toDelete.open} />}
      </ListFrame>
      {toDelete.row && <DeletePartDialog part={toDelete.row} onClose={toDelete.close} />}
    </>
  );
}

interface PartsTableProps {
  parts: Part[];
  onDelete: (part: Part) => void;
}

function PartsTable({ parts, onDelete }: PartsTableProps) {
  const columns: Column<Part>[] = [
    {
      label: 'Image',
      kind: 'picture',
      cell: ({ img, title }) => <PartPicture src={img} title={title} />,
    },
    {
      label: 'Title',
      kind: 'lead',
      cell: ({ _id, title }) => (
        <Link className="plain-link" to={paths.part(_id)}>
          {title}
        </Link>
      ),
    },
    { label: 'Price', kind: 'number', cell: ({ price }) => <b>{formatDollars(price)}</b> },
    {
      label: 'Available pieces',
      kind: 'number',
      cell: (part) => (
        <span>
          {formatCount(part.available)}{' '}
          {isSoldOut(part) && (
            <Badge tone="warning" icon={TriangleAlert}>
              below minimum order
            </Badge>
          )}
        </span>
      ),
    },
    {
      label: 'Actions',
      kind: 'actions',
      quiet: true,
      cell: (part) => (
        <div className="actions">
          <Button
            look="danger-outline"
            size="small"
            icon={<Trash2 className="icon" />}
            onClick={() => {
              onDelete(part);
            }}
          >
            Delete <span className="sr-only">{part.title}</span>
          </Button>
        </div>
      ),
    },
  ];
  return <DataTable label="Products" columns={columns} rows={parts} keyOf={({ _id }) => _id} />;
}

function NoProducts() {
  return (
    <EmptyState
      title="No products yet"
      action={
        <Link className="btn btn-primary" to={paths.addProduct}>
          <CirclePlus className="icon" />
          Add Product
        </Link>
      }
    >
      Products you add appear here and in the shop.
    </EmptyState>
  );
}

interface DeletePartDialogProps {
  part: Part;
  onClose: (deleted: boolean) => void;
}

function DeletePartDialog({ part, onClose }: DeletePartDialogProps) {
  const [deletePart, { isLoading }] = adminApi.useDeletePartMutation();
  const [problem, setProblem] = useState<string | null>(null);

  const confirm = async () => {
    setProblem(null);
    const { error } = await deletePart({ id: part._id });
    if (error) {
      setProblem(sentenceFor(error));
      return;
    }
    // However many were deleted: a part that was gone before is gone as well.
    notify.success(toasts.productDeleted);
    onClose(true);
  };

  return (
    <ConfirmDialog
      question={questions.deleteProduct}
      confirm={{ label: 'Delete', icon: <Trash2 className="icon" />, look: 'danger' }}
      busy={isLoading}
      problem={problem}
      onConfirm={() => void confirm()}
      onCancel={() => {
        onClose(false);
      }}
    >
      <b>{part.title}</b> leaves the shop. Orders for it stay and can still be paid. This cannot be
      undone.
    </ConfirmDialog>
  );
}
