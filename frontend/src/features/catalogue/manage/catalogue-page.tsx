import { Combine, Pencil, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import type { Brand, Category, KeyCount } from '../../../api/contract/generated-types';
import { adminApi } from '../../../api/admin';
import { shopApi } from '../../../api/index';
import { wholeListOf } from '../../../api/paging';
import { useEndedSession } from '../../../api/session/session-hooks';
import { formatCount } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { ListSection } from '../../../ui/admin/list-section';
import { Button } from '../../../ui/controls/button';
import { useDialogFor } from '../../../ui/controls/confirm-dialog';
import { Link } from '../../../ui/controls/link';
import { Exact } from '../../../ui/data/exact';
import { DashboardHeading } from '../../../ui/layout/dashboard-heading';
import { type Column, DataTable } from '../../../ui/lists/data-table';
import { BrandDialog, CategoryDialog, DeleteDialog, MergeDialog } from './catalogue-dialogs';
import { categoryChoices } from '../../../lib/category-choices';

/** A brand or category, and the open dialog's action. */
type DialogAction<Thing> =
  | { kind: 'add' }
  | { kind: 'change'; thing: Thing }
  | { kind: 'merge'; thing: Thing }
  | { kind: 'delete'; thing: Thing };

/** The brands and categories that parts belong to. */
export function CataloguePage() {
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <DashboardHeading title="Brands and categories" ref={heading} />
      <p className="hint">
        The brands and categories of the parts in{' '}
        <Link to={paths.manageProducts}>Manage Products</Link>.
      </p>
      <Brands />
      <Categories />
    </>
  );
}

interface RowActionsProps<Thing> {
  thing: Thing & { name: string };
  /** The label of the edit action. */
  change: string;
  canMerge: boolean;
  onOpen: (action: DialogAction<Thing>) => void;
}

/** The actions on a brand or category. */
function RowActions<Thing>({ thing, change, canMerge, onOpen }: RowActionsProps<Thing>) {
  const name = <span className="sr-only">{thing.name}</span>;
  return (
    <div className="actions">
      <Button
        size="small"
        icon={<Pencil className="icon" />}
        onClick={() => {
          onOpen({ kind: 'change', thing });
        }}
      >
        {change} {name}
      </Button>
      {canMerge && (
        <Button
          size="small"
          icon={<Combine className="icon" />}
          onClick={() => {
            onOpen({ kind: 'merge', thing });
          }}
        >
          Merge {name}
        </Button>
      )}
      <Button
        size="small"
        look="danger-outline"
        icon={<Trash2 className="icon" />}
        onClick={() => {
          onOpen({ kind: 'delete', thing });
        }}
      >
        Delete {name}
      </Button>
    </div>
  );
}

/** Counts are refetched whenever the page is opened. */
const FRESH_COUNTS = { refetchOnMountOrArgChange: true };

/** The number of parts in a brand or category; empty until it has loaded. */
function PartCount({ in: counts, id }: { in: KeyCount[] | undefined; id: string }) {
  if (counts === undefined) return null;
  return formatCount(counts.find(({ _id }) => _id === id)?.count ?? 0);
}

function Brands() {
  const query = shopApi.useListBrandsQuery(undefined, { refetchOnMountOrArgChange: true });
  useEndedSession(query.error, [401]);
  const heading = useRef<HTMLHeadingElement>(null);
  const { row: action, open, close } = useDialogFor<DialogAction<Brand>>(heading);
  const { data: counts } = adminApi.useCountPartsQuery(undefined, FRESH_COUNTS);
  const brands = query.data ?? [];
  const columns: Column<Brand>[] = [
    { label: 'Name', kind: 'lead', cell: ({ name }) => name },
    { label: 'Key', cell: ({ _id }) => <span className="id">{_id}</span> },
    {
      label: 'Parts',
      kind: 'number',
      cell: ({ _id }) => <PartCount in={counts?.brands} id={_id} />,
    },
    {
      label: 'Actions',
      kind: 'actions',
      quiet: true,
      cell: (brand) => (
        <RowActions thing={brand} change="Rename" canMerge={brands.length > 1} onOpen={open} />
      ),
    },
  ];
  return (
    <ListSection
      title="Brands"
      list={wholeListOf(query)}
      noun="brands"
      add="Add brand"
      onAdd={() => {
        open({ kind: 'add' });
      }}
      empty={{
        title: 'No brands yet',
        text: 'Customers see the brand next to the part’s title and can search for it.',
        add: 'Add the first brand',
      }}
      table={(rows) => (
        <DataTable
          label="Brands"
          density="dense"
          columns={columns}
          rows={rows}
          keyOf={({ _id }) => _id}
        />
      )}
      ref={heading}
    >
      {action?.kind === 'add' && <BrandDialog brands={brands} onClose={close} />}
      {action?.kind === 'change' && (
        <BrandDialog brand={action.thing} brands={brands} onClose={close} />
      )}
      {action?.kind === 'merge' && (
        <MergeDialog
          kind="brand"
          from={action.thing}
          choices={brands
            .filter(({ _id }) => _id !== action.thing._id)
            .map(({ _id, name }) => ({ value: _id, label: name }))}
          onClose={close}
        />
      )}
      {action?.kind === 'delete' && (
        <DeleteDialog kind="brand" thing={action.thing} onClose={close} />
      )}
    </ListSection>
  );
}

/** The depth of each category, by key; 0 at the top level. */
function depthsOf(categories: readonly Category[]): Map<string, number> {
  const depths = new Map<string, number>();
  for (const { _id, parent } of categories) {
    depths.set(_id, parent === undefined ? 0 : (depths.get(parent) ?? 0) + 1);
  }
  return depths;
}

/** A category and all its descendants, by key. */
function subtreeOf(categories: readonly Category[], id: string): Set<string> {
  const inside = new Set([id]);
  for (const { _id, parent } of categories) {
    if (parent !== undefined && inside.has(parent)) inside.add(_id);
  }
  return inside;
}

function Categories() {
  const query = shopApi.useListCategoriesQuery(undefined, { refetchOnMountOrArgChange: true });
  const heading = useRef<HTMLHeadingElement>(null);
  const { row: action, open, close } = useDialogFor<DialogAction<Category>>(heading);
  const { data: counts } = adminApi.useCountPartsQuery(undefined, FRESH_COUNTS);
  const categories = query.data ?? [];
  const depths = depthsOf(categories);
  const nameOf = new Map(categories.map(({ _id, name }) => [_id, name]));
  const columns: Column<Category>[] = [
    {
      label: 'Name',
      kind: 'lead',
      cell: ({ _id, name, parent }) => (
        <span className="branch" data-depth={depths.get(_id)}>
          {name}
          {parent !== undefined && <span className="sr-only">, in {nameOf.get(parent)}</span>}
        </span>
      ),
    },
    { label: 'Key', cell: ({ _id }) => <span className="id">{_id}</span> },
    { label: 'Position', kind: 'number', cell: ({ position }) => <Exact value={position} /> },
    {
      label: 'Parts',
      kind: 'number',
      cell: ({ _id }) => <PartCount in={counts?.categories} id={_id} />,
    },
    {
      label: 'Actions',
      kind: 'actions',
      quiet: true,
      cell: (category) => (
        <RowActions thing={category} change="Edit" canMerge={categories.length > 1} onOpen={open} />
      ),
    },
  ];
  /** Possible parents of a category: all except itself and its descendants. */
  const choicesFor = (category?: Category) => {
    const inside = category ? subtreeOf(categories, category._id) : new Set<string>();
    return categoryChoices(categories).filter(({ value }) => !inside.has(value));
  };
  return (
    <ListSection
      title="Categories"
      list={wholeListOf(query)}
      noun="categories"
      add="Add category"
      onAdd={() => {
        open({ kind: 'add' });
      }}
      empty={{
        title: 'No categories yet',
        text: 'Customers browse the shop by category.',
        add: 'Add the first category',
      }}
      table={(rows) => (
        <DataTable
          label="Categories"
          density="dense"
          columns={columns}
          rows={rows}
          keyOf={({ _id }) => _id}
        />
      )}
      ref={heading}
    >
      {(action?.kind === 'add' || action?.kind === 'change') && (
        <CategoryDialog
          category={action.kind === 'change' ? action.thing : undefined}
          categories={categories}
          parents={choicesFor(action.kind === 'change' ? action.thing : undefined)}
          onClose={close}
        />
      )}
      {action?.kind === 'merge' && (
        <MergeDialog
          kind="category"
          from={action.thing}
          choices={choicesFor(action.thing)}
          onClose={close}
        />
      )}
      {action?.kind === 'delete' && (
        <DeleteDialog kind="category" thing={action.thing} onClose={close} />
      )}
    </ListSection>
  );
}
