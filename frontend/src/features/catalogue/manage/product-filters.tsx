import { shopApi } from '../../../api/index';
import { SearchField } from '../../../ui/controls/search-field';
import type { Choice } from '../../../ui/forms/choice-fields';
import { categoryChoices } from '../../../lib/category-choices';
import {
  hasOrder,
  LISTS,
  ORDERS,
  type ProductList,
  type ProductOrder,
  type ProductView,
} from './product-view';

interface ProductFiltersProps {
  view: ProductView;
  /** @param replace replaces the current history entry: typing is a single step. */
  onChoose: (change: Partial<ProductView>, replace?: boolean) => void;
}

/** Search, filters and sort order of the products. */
export function ProductFilters({ view, onChoose }: ProductFiltersProps) {
  const { data: categories = [] } = shopApi.useListCategoriesQuery();
  const { data: brands = [] } = shopApi.useListBrandsQuery();
  const orders = Object.entries(ORDERS).filter(
    ([order]) => order !== 'relevance' || view.words !== '',
  );
  return (
    <div className="list-tools product-tools">
      <SearchField
        label="Search products"
        example="Title, brand or any number"
        words={view.words}
        onSearch={(words) => {
          // The default order depends on whether there is a search.
          const order = words === '' ? 'newest' : 'relevance';
          const isUsual = view.order === 'newest' || view.order === 'relevance';
          onChoose(isUsual ? { words, order } : { words }, true);
        }}
      />
      <Filter
        label="Category"
        value={view.category}
        choices={[{ value: '', label: 'All categories' }, ...categoryChoices(categories)]}
        onChange={(category) => {
          onChoose({ category });
        }}
      />
      <Filter
        label="Brand"
        value={view.brand}
        choices={[
          { value: '', label: 'All brands' },
          ...brands.map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
        onChange={(brand) => {
          onChoose({ brand });
        }}
      />
      <Filter
        label="Show"
        value={view.list}
        choices={Object.entries(LISTS).map(([value, label]) => ({ value, label }))}
        onChange={(list) => {
          onChoose({ list: list as ProductList });
        }}
      />
      {hasOrder(view) && (
        <Filter
          label="Sort by"
          value={view.order}
          choices={orders.map(([value, label]) => ({ value, label }))}
          onChange={(order) => {
            onChoose({ order: order as ProductOrder });
          }}
        />
      )}
    </div>
  );
}

interface FilterProps {
  label: string;
  value: string;
  choices: Choice[];
  onChange: (value: string) => void;
}

function Filter({ label, value, choices, onChange }: FilterProps) {
  // A value in the URL may be deleted, or not loaded yet.
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <select
      className="choice"
      aria-label={label}
      value={value}
      onChange={(event) => {
        onChange(event.target.value);
      }}
    >
      {!isKnown && <option value={value}>{value}</option>}
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}
