import { ArrowLeft, ArrowRight, CirclePlus, FolderTree, ListChecks } from 'lucide-react';
import { useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { adminApi } from '../../../api/admin';
import type { Product } from '../../../api/contract/generated-types';
import { sentenceFor } from '../../../api/contract/problem';
import { useEndedSession } from '../../../api/session/session-hooks';
import { paths } from '../../../lib/paths';
import { Button } from '../../../ui/controls/button';
import { useDialogFor } from '../../../ui/controls/confirm-dialog';
import { Link } from '../../../ui/controls/link';
import { Things } from '../../../ui/data/exact';
import { DashboardHeading } from '../../../ui/layout/dashboard-heading';
import { Alert } from '../../../ui/messages/alert';
import { EmptyState } from '../../../ui/messages/empty-state';
import { LoadError } from '../../../ui/messages/load-error';
import { LoadingRows } from '../../../ui/messages/loading-rows';
import { StaleNotice } from '../../../ui/messages/stale-notice';
import { BulkBar } from './bulk/bulk-bar';
import { BulkDialog } from './bulk/bulk-dialog';
import { useTicked } from './bulk/use-ticked';
import { DeletePartDialog } from './delete-part-dialog';
import { ProductFilters } from './product-filters';
import {
  ALL_PRODUCTS,
  choiceOf,
  isNarrowed,
  pageOf,
  queryOf,
  viewOf,
  type ProductView,
} from './product-view';
import { ProductsTable } from './products-table';
import { PutBack } from './put-back';

/** History state of a page opened from the one before it, so that “Previous” can go back. */
interface FromPage {
  hasBefore: true;
}
const FROM_BEFORE: FromPage = { hasBefore: true };

/** The link target of another view of this page. */
const linkTo = (view: ProductView) => ({ search: queryOf(view).toString() });

/** All products, page by page. The filters are stored in the URL. */
export function ManageProductsPage() {
  const [query, setQuery] = useSearchParams();
  const view = viewOf(query);
  const {
    currentData: page,
    error,
    isFetching,
    refetch,
  } = adminApi.useListProductsQuery(pageOf(view), { refetchOnMountOrArgChange: true });
  useEndedSession(error, [401]);
  const heading = useRef<HTMLHeadingElement>(null);
  const toDelete = useDialogFor<Product>(heading);
  /** The part that was deleted last; it can be restored right away. */
  const [deleted, setDeleted] = useState<Product | null>(null);
  const change = useDialogFor<true>(heading);
  const ticks = useTicked(queryOf({ ...view, after: '' }).toString());

  const products = page?.products ?? [];
  const choose = (chosen: Partial<ProductView>, replace = false) => {
    setQuery(queryOf({ ...view, after: '', ...chosen }), { replace });
  };
  /** For buttons and links that disappear when pressed. */
  const focusHeading = () => {
    heading.current?.focus();
  };

  return (
    <>
      <DashboardHeading title="Manage Products" announced ref={heading}>
        {page && products.length > 0 ? (
          <Things
            of={page.total ?? products.length}
            more={page.total === undefined && (page.after !== undefined || view.after !== '')}
            one="product"
            many="products"
          />
        ) : (
          ''
        )}
      </DashboardHeading>
      <div className="list-tools">
        <Link className="btn btn-sm" to={paths.catalogue}>
          <FolderTree className="icon" />
          Brands and categories
        </Link>
        <Link className="btn btn-sm" to={paths.conditions}>
          <ListChecks className="icon" />
          Conditions
        </Link>
      </div>
      <ProductFilters view={view} onChoose={choose} />
      {deleted && (
        <div className="out-of-date">
          <Alert tone="info">
            <p>
              <Link to={paths.editProduct(deleted._id)}>{deleted.title}</Link> is no longer in the
              shop.
            </p>
            <PutBack
              id={deleted._id}
              onDone={() => {
                setDeleted(null);
                focusHeading();
              }}
            />
          </Alert>
        </div>
      )}
      {page?.didYouMean !== undefined && (
        <p className="hint">
          Nothing matches “{view.words}”. Showing results for “{page.didYouMean}” instead.
        </p>
      )}
      {page === undefined ? (
        <NoPage error={error} fetching={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          {error !== undefined && (
            <StaleNotice onRetry={() => void refetch()} retrying={isFetching}>
              {sentenceFor(error)}
            </StaleNotice>
          )}
          {products.length === 0 && (
            <NoProducts view={view} next={page.after} onChoose={choose} onTurn={focusHeading} />
          )}
          {products.length > 0 && (
            <ProductsTable
              products={products}
              ticked={ticks.all ? new Set(products.map(({ _id }) => _id)) : ticks.ticked}
              onTick={ticks.tick}
              onDelete={toDelete.open}
            />
          )}
          <Pager
            view={view}
            next={page.after}
            isEmpty={products.length === 0}
            onTurn={focusHeading}
          />
        </>
      )}
      <BulkBar
        ticks={ticks}
        onPage={products.map(({ _id }) => _id)}
        total={page?.total}
        onChange={() => {
          change.open(true);
        }}
      />
      {change.row && (
        <BulkDialog
          choice={ticks.all ? choiceOf(view) : [...ticks.ticked]}
          onClose={(done) => {
            if (done) ticks.clear();
            change.close(done);
          }}
        />
      )}
      {toDelete.row && (
        <DeletePartDialog
          part={toDelete.row}
          onClose={(done) => {
            if (done && toDelete.row) {
              setDeleted(toDelete.row);
              ticks.deselect(toDelete.row._id);
            }
            toDelete.close(done);
          }}
        />
      )}
    </>
  );
}

interface NoPageProps {
  error: unknown;
  fetching: boolean;
  onRetry: () => void;
}

function NoPage({ error, fetching, onRetry }: NoPageProps) {
  if (error === undefined || fetching) return <LoadingRows>Loading the products</LoadingRows>;
  return (
    <LoadError title="The products did not load" onRetry={onRetry} retrying={fetching}>
      {sentenceFor(error)}
    </LoadError>
  );
}

interface NoProductsProps {
  view: ProductView;
  /** The cursor of the next page. */
  next: string | undefined;
  onChoose: (change: Partial<ProductView>) => void;
  /** Called when another page starts to load. */
  onTurn: () => void;
}

function NoProducts({ view, next, onChoose, onTurn }: NoProductsProps) {
  if (next !== undefined) {
    return (
      <EmptyState
        drawing="empty"
        title="No matches so far"
        action={
          <Link
            className="btn"
            to={linkTo({ ...view, after: next })}
            state={FROM_BEFORE}
            onClick={onTurn}
          >
            Search more
          </Link>
        }
      >
        Part of the list has not been searched yet.
      </EmptyState>
    );
  }
  if (!isNarrowed(view) && view.after === '') {
    return (
      <EmptyState
        drawing="empty"
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
  const inHidden = view.list !== 'hidden' && view.words !== '';
  return (
    <EmptyState
      drawing="nothing-found"
      title="No matching products"
      action={
        <div className="actions">
          {inHidden && (
            <Button
              onClick={() => {
                onChoose({ list: 'hidden' });
              }}
            >
              Search hidden products
            </Button>
          )}
          <Button
            onClick={() => {
              onChoose(ALL_PRODUCTS);
            }}
          >
            Show all products
          </Button>
        </div>
      }
    >
      Try different words or fewer filters.
    </EmptyState>
  );
}

interface PagerProps {
  view: ProductView;
  next: string | undefined;
  /** Without products, “Search more” replaces “Next”. */
  isEmpty: boolean;
  /** Called when another page starts to load. */
  onTurn: () => void;
}

/** The API has a cursor for the next page only; “Previous” goes back in the browser history. */
function Pager({ view, next, isEmpty, onTurn }: PagerProps) {
  const navigate = useNavigate();
  const state = useLocation().state as Partial<FromPage> | null;
  if (next === undefined && view.after === '') return null;
  return (
    <nav className="pager" aria-label="Pages">
      {view.after !== '' && (
        <>
          <Link className="btn btn-sm" to={linkTo({ ...view, after: '' })} onClick={onTurn}>
            First page
          </Link>
          {state?.hasBefore === true && (
            <Button
              size="small"
              icon={<ArrowLeft className="icon" />}
              onClick={() => {
                onTurn();
                void navigate(-1);
              }}
            >
              Previous
            </Button>
          )}
        </>
      )}
      {next !== undefined && !isEmpty && (
        <Link
          className="btn btn-sm"
          to={linkTo({ ...view, after: next })}
          state={FROM_BEFORE}
          onClick={onTurn}
        >
          Next
          <ArrowRight className="icon" />
        </Link>
      )}
    </nav>
  );
}
