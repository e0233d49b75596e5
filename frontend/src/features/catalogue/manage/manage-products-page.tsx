import { CirclePlus, FolderTree, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Part } from '../../../api/generated-types';
import { pagesApi } from '../../../api/pages';
import { listOf } from '../../../api/paging';
import { useEndedSession } from '../../../api/session-hooks';
import { countThings } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { isSoldOut } from '../../../lib/stock';
import { Button } from '../../../ui/controls/button';
import { useDialogFor } from '../../../ui/controls/confirm-dialog';
import { Link } from '../../../ui/controls/link';
import { Badge } from '../../../ui/data/badge';
import { PartPicture } from '../../../ui/data/part';
import { DashboardHeading } from '../../../ui/layout/dashboard-heading';
import { type Column, DataTable } from '../../../ui/lists/data-table';
import { ListFrame } from '../../../ui/lists/list-frame';
import { Alert } from '../../../ui/messages/alert';
import { EmptyState } from '../../../ui/messages/empty-state';
import { DeletePartDialog } from './delete-part-dialog';
import { PutBack } from './put-back';
import { PriceCell, StockCell } from './quick-edits';

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
  /** The part that was deleted last; it can be put back at once. */
  const [deleted, setDeleted] = useState<Part | null>(null);

  return (
    <>
      <DashboardHeading title="Manage Products" ref={heading}>
        {list.rows ? summary(list.rows, list.hasMore) : ''}
      </DashboardHeading>
      <div className="list-tools">
        <Link className="btn btn-sm" to={paths.catalogue}>
          <FolderTree className="icon" />
          Brands and categories
        </Link>
      </div>
      {deleted && (
        <div className="out-of-date">
          <Alert tone="info">
            <p>
              <Link to={paths.editProduct(deleted._id)}>{deleted.title}</Link> has left the shop.
            </p>
            <PutBack
              id={deleted._id}
              onDone={() => {
                setDeleted(null);
                heading.current?.focus();
              }}
            />
          </Alert>
        </div>
      )}
      <ListFrame list={list} noun="products" empty={<NoProducts />}>
        {(parts) => <PartsTable parts={parts} onDelete={toDelete.open} />}
      </ListFrame>
      {toDelete.row && (
        <DeletePartDialog
          part={toDelete.row}
          onClose={(done) => {
            if (done) setDeleted(toDelete.row);
            toDelete.close(done);
          }}
        />
      )}
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
        <Link className="plain-link" to={paths.editProduct(_id)}>
          {title}
        </Link>
      ),
    },
    { label: 'Price', kind: 'number', cell: (part) => <PriceCell part={part} /> },
    {
      label: 'Available pieces',
      kind: 'number',
      cell: (part) => (
        <span className="stock-cell">
          {isSoldOut(part) && (
            <Badge tone="warning" icon={TriangleAlert}>
              below minimum order
            </Badge>
          )}
          <StockCell part={part} />
        </span>
      ),
    },
    {
      label: 'Actions',
      kind: 'actions',
      quiet: true,
      cell: (part) => (
        <div className="actions">
          <Link className="btn btn-sm" to={paths.editProduct(part._id)}>
            <Pencil className="icon" />
            Edit <span className="sr-only">{part.title}</span>
          </Link>
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
  return (
    <DataTable
      label="Products"
      density="dense"
      columns={columns}
      rows={parts}
      keyOf={({ _id }) => _id}
    />
  );
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
