import { useSearchParams } from 'react-router-dom';
import pages from '../../lib/pages.json';
import { SearchField } from '../../ui/controls/search-field';
import { ShopResults } from './shop-results';
import { SORTINGS, STEP, queryOf, viewOf, type ShopView, type Sorting } from './shop-view';

/** The whole catalogue. What a visitor has chosen stands in the address, so it can be kept and shared. */
export function ShopPage() {
  const [query, setQuery] = useSearchParams();
  const view = viewOf(query);

  /** A choice is a step that going back undoes; typing and showing more are none. */
  const choose = (part: Partial<ShopView>, { step }: { step: boolean }) => {
    setQuery(queryOf({ ...view, shown: STEP, ...part }), {
      replace: !step,
      preventScrollReset: true,
    });
  };

  return (
    <div className="page shop">
      <title>{pages.shop.title}</title>
      <div className="shop-head">
        <h1>All parts</h1>
        <p>Prices are per piece, stock is what can be ordered now.</p>
      </div>
      <div className="shop-tools">
        <SearchField
          label="Search"
          example="Brake disc, 14 V, petrol…"
          words={view.words}
          onSearch={(words) => {
            choose({ words }, { step: false });
          }}
        />
        <div className="field">
          <label htmlFor="shop-sort">Sort by</label>
          <select
            className="choice"
            id="shop-sort"
            value={view.sorting}
            onChange={(event) => {
              choose({ sorting: event.target.value as Sorting }, { step: true });
            }}
          >
            {Object.entries(SORTINGS).map(([sorting, words]) => (
              <option key={sorting} value={sorting}>
                {words}
              </option>
            ))}
          </select>
        </div>
        <label className="tick">
          <input
            type="checkbox"
            checked={view.inStock}
            onChange={(event) => {
              choose({ inStock: event.target.checked }, { step: true });
            }}
          />
          In stock only
        </label>
      </div>
      <ShopResults
        view={view}
        onMore={() => {
          choose({ shown: view.shown + STEP }, { step: false });
        }}
        onClear={() => {
          choose({ words: '', inStock: false }, { step: true });
        }}
      />
    </div>
  );
}
