import { ExternalLink, EyeOff, Package, Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { useLocation } from 'react-router-dom';
import type { Product } from '../../../api/contract/generated-types';
import { paths } from '../../../lib/paths';
import { isSoldOut } from '../../../lib/stock';
import { Button } from '../../../ui/controls/button';
import { Link } from '../../../ui/controls/link';
import { RowMenu } from '../../../ui/controls/row-menu';
import { Tick } from '../../../ui/controls/tick';
import { Badge } from '../../../ui/data/badge';
import { PartPicture } from '../../../ui/data/part';
import { type Column, DataTable } from '../../../ui/lists/data-table';
import type { FromList } from './product-view';
import { PutBack } from './put-back';
import { PriceCell, StockCell } from './quick-edits';

interface ProductsTableProps {
  products: Product[];
  ticked: ReadonlySet<string>;
  onTick: (ids: string[], on: boolean) => void;
  onDelete: (product: Product) => void;
}

/** The products of a page, with checkboxes and in-place editing. */
export function ProductsTable({ products, ticked, onTick, onDelete }: ProductsTableProps) {
  const ids = products.map(({ _id }) => _id);
  const chosen = ids.filter((id) => ticked.has(id)).length;
  const columns: Column<Product>[] = [
    {
      label: 'Select',
      kind: 'pick',
      head: (
        <Tick
          label="Select all on this page"
          isHead
          checked={chosen === ids.length}
          mixed={chosen > 0 && chosen < ids.length}
          onChange={(on) => {
            onTick(ids, on);
          }}
        />
      ),
      cell: ({ _id, title }) => (
        <Tick
          label={`Select ${title}`}
          checked={ticked.has(_id)}
          onChange={(on) => {
            onTick([_id], on);
          }}
        />
      ),
    },
    {
      label: 'Image',
      kind: 'picture',
      cell: ({ img, title }) => <PartPicture src={img} title={title} sizes="5rem" />,
    },
    { label: 'Title', kind: 'lead', cell: (product) => <Name product={product} /> },
    { label: 'Price', kind: 'number', cell: (product) => <PriceCell part={product} /> },
    {
      label: 'Available pieces',
      kind: 'number',
      cell: (product) => (
        <span className="stock-cell">
          <StockWarning product={product} />
          <StockCell part={product} />
        </span>
      ),
    },
    {
      label: 'Actions',
      kind: 'actions',
      quiet: true,
      cell: (product) => <Actions product={product} onDelete={onDelete} />,
    },
  ];
  return (
    <DataTable
      label="Products"
      density="dense"
      columns={columns}
      rows={products}
      keyOf={({ _id }) => _id}
    />
  );
}

/** Lets the editor link back to the list with its filters. */
const useFromList = (): FromList => ({ list: useLocation().search });

function Name({ product: { _id, title, brand, number } }: { product: Product }) {
  const state = useFromList();
  const maker = [brand?.name, number].filter(Boolean).join(' ');
  return (
    <>
      <Link className="plain-link" to={paths.editProduct(_id)} state={state}>
        {title}
      </Link>
      {maker !== '' && <span className="id">{maker}</span>}
    </>
  );
}

function StockWarning({ product }: { product: Product }) {
  if (product.hidden)
    return (
      <Badge tone="neutral" icon={EyeOff}>
        hidden
      </Badge>
    );
  if (isSoldOut(product)) {
    return (
      <Badge tone="warning" icon={TriangleAlert}>
        below minimum order
      </Badge>
    );
  }
  return product.available <= product.reorderAt ? (
    <Badge tone="warning" icon={TriangleAlert}>
      low
    </Badge>
  ) : null;
}

interface ActionsProps {
  product: Product;
  onDelete: (product: Product) => void;
}

function Actions({ product, onDelete }: ActionsProps) {
  const { _id, title, hidden } = product;
  const state = useFromList();
  return (
    <div className="actions">
      {hidden ? (
        <PutBack id={_id} title={title} />
      ) : (
        <Button
          look="danger-outline"
          size="small"
          icon={<Trash2 className="icon" />}
          onClick={() => {
            onDelete(product);
          }}
        >
          Delete <span className="sr-only">{title}</span>
        </Button>
      )}
      <RowMenu name={title}>
        <Link to={paths.editProduct(_id)} state={state}>
          <Pencil className="icon" />
          Edit <span className="sr-only">{title}</span>
        </Link>
        <Link to={`${paths.editProduct(_id)}#stock`} state={state}>
          <Package className="icon" />
          Receive or count
        </Link>
        {!hidden && (
          <Link to={paths.part(_id)}>
            <ExternalLink className="icon" />
            Show in the shop
          </Link>
        )}
      </RowMenu>
    </div>
  );
}
