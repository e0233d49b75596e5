import { LayoutGrid, Rows3, SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { Category } from '../../api/contract/generated-types';
import { shopApi } from '../../api/index';
import { SEARCH_STEP } from '../../api/pages';
import pages from '../../lib/pages.json';
import { paths } from '../../lib/paths';
import { carOf, nameOf, type GarageVehicle } from '../../lib/vehicle/garage';
import { fetched } from '../../lib/fetched';
import { Link } from '../../ui/controls/link';
import { Exact, Parts } from '../../ui/data/exact';
import { NotFound } from '../../ui/layout/not-found';
import { Alert } from '../../ui/messages/alert';
import { Breadcrumbs } from './breadcrumbs';
import { pathTo } from './categories';
import { Facets, type Choose } from './facets';
import { ShopResults } from './shop-results';
import {
  SORTINGS,
  EVERYTHING,
  WITHOUT_FILTERS,
  appliedFilters,
  queryOf,
  shopWith,
  viewOf,
  type AppliedFilter,
  type ShopView,
  type Sorting,
} from './shop-view';
import { usePartLayout, type PartLayout } from './use-part-layout';
import { useSearch } from './use-search';
import { useShopQuery } from './use-shop-query';
import { useShownVehicle } from './use-shown-vehicle';

/** Phones only, and loaded when first opened. */
const FilterSheet = fetched(async () => (await import('./filter-sheet')).FilterSheet);

const NO_CATEGORIES: Category[] = [];

interface ShopPageProps {
  /** The visitor's car; receives the page's car, and a link to the parts for another one. */
  bar?: (car: {
    addressFor: (vehicle: string) => string;
    shown?: { vehicle: GarageVehicle; allParts: string };
  }) => ReactNode;
}

/** The whole catalog. The filters are stored in the URL, so they can be bookmarked and shared. */
export function ShopPage({ bar }: ShopPageProps) {
  const [query, setQuery] = useShopQuery();
  const asked = viewOf(query);
  const { vehicle, unknown } = useShownVehicle(asked.vehicle);
  const isUnknown = unknown || (query.has('vehicle') && asked.vehicle === '');
  const view = isUnknown ? { ...asked, vehicle: '' } : asked;
  const search = useSearch(view);
  const { data: known } = shopApi.useListCategoriesQuery();
  const categories = known ?? NO_CATEGORIES;
  const path = view.category === '' ? [] : pathTo(categories, view.category);
  const isUnknownCategory =
    view.category === ''
      ? Boolean(query.get('category'))
      : known !== undefined && path.length === 0;
  const brandName = useBrandNames(view.brands, search.facets?.brands);
  const filters = appliedFilters(view, brandName);
  const [layout, setLayout] = usePartLayout();
  const [filtering, setFiltering] = useState(false);

  /** A filter change adds a history entry; showing more does not. */
  const choose: Choose = (change, { step = true } = {}) => {
    setQuery(queryOf({ ...view, shown: SEARCH_STEP, ...change }), {
      replace: !step,
      preventScrollReset: true,
    });
  };
  const facets = (
    <Facets view={view} facets={search.facets} brandName={brandName} onChoose={choose} />
  );

  if (isUnknownCategory) {
    return (
      <NotFound
        title="There is no such category"
        way={{ to: paths.shop, label: 'Browse all parts' }}
      >
        It may have been merged into another one, or the address has a typo.
      </NotFound>
    );
  }
  return (
    <div className="page shop">
      <title>{titleOf(view, path, vehicle?.car)}</title>
      <div className="shop-grid">
        <aside className="shop-side" aria-label="Filters">
          {facets}
        </aside>
        <div>
          <div className="shop-head">
            {path.length > 0 && (
              <Breadcrumbs
                path={path.slice(0, -1)}
                category={view.category}
                here={headingOf(view, path)}
              />
            )}
            <div className="shop-title">
              <h1>{headingOf(view, path)}</h1>
              <p className="result-count" role="status">
                {search.loading && <span className="spinner" aria-hidden="true" />}
                {search.loading ? (
                  'Loading parts'
                ) : (
                  <span>
                    <Parts of={search.total} />
                  </span>
                )}
              </p>
            </div>
            <div className="shop-tools">
              <button
                type="button"
                className="btn only-narrow"
                onClick={() => {
                  setFiltering(true);
                }}
              >
                <SlidersHorizontal className="icon" />
                <span>
                  Filters
                  {filters.length > 0 && (
                    <>
                      {' '}
                      (<Exact value={filters.length} />)
                    </>
                  )}
                </span>
              </button>
              <SortMenu view={view} onChoose={choose} />
              <LayoutSwitch layout={layout} onChange={setLayout} />
            </div>
          </div>
          {isUnknown && (
            <div className="note">
              <Alert tone="info">
                <p>This car is not in our list, so here are the parts for all cars.</p>
              </Alert>
            </div>
          )}
          {bar?.({
            addressFor: (key) => shopWith({ ...view, vehicle: key, shown: SEARCH_STEP }),
            shown: vehicle && {
              vehicle,
              allParts: shopWith({ ...view, vehicle: '', shown: SEARCH_STEP }),
            },
          })}
          <Applied view={view} vehicle={vehicle} filters={filters} onChoose={choose} />
          <ShopResults
            view={view}
            search={search}
            layout={layout}
            filters={filters}
            car={vehicle ? carOf(vehicle) : null}
            onMore={() => {
              choose({ shown: view.shown + SEARCH_STEP }, { step: false });
            }}
          />
        </div>
      </div>
      {filtering && (
        <FilterSheet
          total={search.loading ? null : search.total}
          onClear={() => {
            choose(WITHOUT_FILTERS);
          }}
          onClose={() => {
            setFiltering(false);
          }}
        >
          {facets}
        </FilterSheet>
      )}
    </div>
  );
}

function headingOf({ words, category, vehicle }: ShopView, path: Category[]): string {
  const name = path.at(-1)?.name;
  if (words !== '') return name === undefined ? `“${words}”` : `“${words}” in ${name}`;
  if (name !== undefined) return name;
  return category === '' && vehicle === '' ? 'All parts' : 'Parts';
}

/** The same title that the server renders for vehicle pages. */
function titleOf(view: ShopView, path: Category[], car: string | undefined): string {
  if (view.words === '' && car !== undefined) {
    return `${path.at(-1)?.name ?? 'Parts'} for ${car} | Autoparts`;
  }
  const isWhole = view.words === '' && path.length === 0;
  return isWhole ? pages.shop.title : `${headingOf(view, path)} | Autoparts`;
}

/**
 * The names of brands: most come with the results; the full brand list is fetched for the others.
 */
function useBrandNames(chosen: string[], counted: { _id: string; name: string }[] | undefined) {
  const known = counted ?? [];
  const missing =
    counted !== undefined && chosen.some((key) => known.every(({ _id }) => _id !== key));
  const { data: all = [] } = shopApi.useListBrandsQuery(undefined, { skip: !missing });
  return (key: string) => [...known, ...all].find(({ _id }) => _id === key)?.name ?? key;
}

interface SortMenuProps {
  view: ShopView;
  onChoose: Choose;
}

function SortMenu({ view, onChoose }: SortMenuProps) {
  return (
    <select
      className="choice"
      aria-label="Sort by"
      value={view.sorting}
      onChange={(event) => {
        onChoose({ sorting: event.target.value as Sorting });
      }}
    >
      {Object.entries(SORTINGS).map(([sorting, words]) =>
        sorting === 'best' && view.words === '' ? null : (
          <option key={sorting} value={sorting}>
            {words}
          </option>
        ),
      )}
    </select>
  );
}

interface LayoutSwitchProps {
  layout: PartLayout;
  onChange: (layout: PartLayout) => void;
}

const LAYOUTS = [
  { layout: 'rows', label: 'Rows', Icon: Rows3 },
  { layout: 'cards', label: 'Cards', Icon: LayoutGrid },
] as const;

function LayoutSwitch({ layout: current, onChange }: LayoutSwitchProps) {
  return (
    <div className="segmented" role="group" aria-label="Show parts as">
      {LAYOUTS.map(({ layout, label, Icon }) => (
        <button
          key={layout}
          type="button"
          aria-label={label}
          aria-pressed={layout === current}
          onClick={() => {
            onChange(layout);
          }}
        >
          <Icon className="icon" />
        </button>
      ))}
    </div>
  );
}

interface AppliedProps {
  view: ShopView;
  /** The list's car. */
  vehicle: GarageVehicle | undefined;
  filters: AppliedFilter[];
  onChoose: Choose;
}

/** The active filters, each removable: the car, the search words and the filters. */
function Applied({ view, vehicle, filters, onChoose }: AppliedProps) {
  const searched = view.words === '' ? [] : [{ label: `“${view.words}”`, without: { words: '' } }];
  const forCar = vehicle ? [{ label: nameOf(vehicle), without: { vehicle: '' } }] : [];
  const chips = [...forCar, ...searched, ...filters];
  // A removed filter takes the focus with it; the list receives it.
  const [removed, setRemoved] = useState(0);
  useEffect(() => {
    if (removed > 0) document.getElementById('parts-list')?.focus({ preventScroll: true });
  }, [removed]);

  if (chips.length === 0) return null;
  const remove = (change: Partial<ShopView>) => {
    onChoose(change);
    setRemoved((times) => times + 1);
  };
  return (
    <div className="chips" role="group" aria-label="Applied filters">
      {chips.map(({ label, without }) => (
        <button
          key={label}
          type="button"
          className="chip"
          aria-label={`Remove filter ${label}`}
          onClick={() => {
            remove(without);
          }}
        >
          {label}
          <X className="icon" />
        </button>
      ))}
      {/* The car stays: removing it is a separate step. */}
      {searched.length + filters.length > 1 && (
        <Link
          className="text-link"
          to={shopWith({ ...EVERYTHING, vehicle: view.vehicle, category: view.category })}
        >
          Clear all
        </Link>
      )}
    </div>
  );
}
