import { useEffect, useId, useRef, useState } from 'react';
import type { Facets as FacetCounts } from '../../api/contract/generated-types';
import { formatDollars } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';
import { Count, Exact } from '../../ui/data/exact';
import { pathTo } from './categories';
import { CategoryBalloon } from './category-balloon';
import { CONDITIONS, priceIn, queryOf, toggled, type ShopView } from './shop-view';

/** Applies a change to the view. Adds a history entry unless `step` is false. */
export type Choose = (change: Partial<ShopView>, options?: { step?: boolean }) => void;

interface FacetsProps {
  view: ShopView;
  /** Undefined until there are results. */
  facets: FacetCounts | undefined;
  brandName: (key: string) => string;
  onChoose: Choose;
}

/** The filters, each with the number of results that a choice leaves or adds. */
export function Facets({ view, facets, brandName, onChoose }: FacetsProps) {
  return (
    <>
      <CategoryTree view={view} counts={facets?.categories ?? []} />
      <fieldset className="facet">
        <legend>Stock</legend>
        <label className="option">
          <input
            type="checkbox"
            checked={view.inStock}
            onChange={(event) => {
              onChoose({ inStock: event.target.checked });
            }}
          />
          In stock only
        </label>
      </fieldset>
      <Options
        legend="Brand"
        counts={facets?.brands.map(({ _id, count }) => ({ value: _id, count })) ?? []}
        chosen={view.brands}
        label={brandName}
        onToggle={(key) => {
          onChoose({ brands: toggled(view.brands, key) });
        }}
      />
      <PriceRange view={view} range={facets?.price} onChoose={onChoose} />
      <Options
        legend="Condition"
        counts={
          facets?.conditions.map(({ condition, count }) => ({ value: condition, count })) ?? []
        }
        chosen={view.conditions}
        label={(condition) => CONDITIONS[condition]}
        onToggle={(condition) => {
          onChoose({ conditions: toggled(view.conditions, condition) });
        }}
      />
      {attributeFacets(view, facets).map(({ name, values }) => (
        <Options
          key={name}
          legend={name}
          counts={values.map(({ value, count }) => ({ value: `${name}=${value}`, count }))}
          chosen={view.attributes.filter((pair) => pair.startsWith(`${name}=`))}
          label={(pair) => pair.slice(name.length + 1)}
          onToggle={(pair) => {
            onChoose({ attributes: toggled(view.attributes, pair) });
          }}
        />
      ))}
    </>
  );
}

/** Includes selected values that no longer match any part. */
function attributeFacets(view: ShopView, facets: FacetCounts | undefined) {
  const counted = facets?.attributes ?? [];
  const chosen = view.attributes.map((pair) => pair.slice(0, pair.indexOf('=')));
  const missing = [...new Set(chosen)].filter((name) => counted.every((one) => one.name !== name));
  return [...counted, ...missing.map((name) => ({ name, values: [] }))];
}

interface CategoryTreeProps {
  view: ShopView;
  counts: FacetCounts['categories'];
}

/** The top-level categories, plus the path to the selected one and its children. */
function CategoryTree({ view, counts }: CategoryTreeProps) {
  const heading = useId();
  const path = pathTo(counts, view.category).map(({ _id }) => _id);
  const shown = counts.filter(({ parent }) => parent === undefined || path.includes(parent));
  if (shown.length === 0) return null;
  // Attributes belong to a category, so these filters are dropped.
  const to = (category: string) => {
    const query = queryOf({ ...view, category, attributes: [], shown: 0 }).toString();
    return query === '' ? paths.shop : `${paths.shop}?${query}`;
  };
  return (
    <nav className="facet" aria-labelledby={heading}>
      <h2 id={heading}>Category</h2>
      {view.category !== '' && (
        <Link className="option" to={to('')}>
          All categories
        </Link>
      )}
      <ul>
        {shown.map(({ _id, name, parent, count }) => (
          <li key={_id} style={{ paddingLeft: `${(pathTo(counts, _id).length - 1) * 1.5}rem` }}>
            <Link className="option" to={to(_id)} aria-current={_id === view.category || undefined}>
              {parent === undefined && <CategoryBalloon category={_id} />}
              {name}
              <PartCount of={count} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PartCount({ of }: { of: number }) {
  return (
    <span className="count">
      <Count of={of} />
      <span className="sr-only">{of === 1 ? ' part' : ' parts'}</span>
    </span>
  );
}

const FIRST_VALUES = 7;

interface OptionsProps<Value extends string> {
  legend: string;
  counts: { value: Value; count: number }[];
  chosen: Value[];
  label: (value: Value) => string;
  onToggle: (value: Value) => void;
}

/** The values of one filter, most frequent first. Selecting several widens the list. */
function Options<Value extends string>(props: OptionsProps<Value>) {
  const { legend, counts, chosen, label, onToggle } = props;
  const [whole, setWhole] = useState(false);
  const missing = chosen.filter((value) => counts.every((one) => one.value !== value));
  const values = [...counts, ...missing.map((value) => ({ value, count: 0 }))];
  if (values.length === 0) return null;
  const head = values.filter(({ value }, at) => at < FIRST_VALUES || chosen.includes(value));
  const folds = values.length > FIRST_VALUES + 1 && head.length < values.length;
  return (
    <fieldset className="facet">
      <legend>{legend}</legend>
      {(whole || !folds ? values : head).map(({ value, count }) => (
        <label className="option" key={value}>
          <input
            type="checkbox"
            checked={chosen.includes(value)}
            onChange={() => {
              onToggle(value);
            }}
          />
          {label(value)}
          <PartCount of={count} />
        </label>
      ))}
      {folds && (
        <button
          type="button"
          className="link-button"
          aria-expanded={whole}
          onClick={() => {
            setWhole(!whole);
          }}
        >
          {whole ? (
            'Show fewer'
          ) : (
            <>
              Show all <Exact value={values.length} />
            </>
          )}
        </button>
      )}
    </fieldset>
  );
}

interface PriceRangeProps {
  view: ShopView;
  range: FacetCounts['price'];
  onChoose: Choose;
}

/** Applied with Enter, or when the field loses the focus. */
function PriceRange({ view, range, onChoose }: PriceRangeProps) {
  const form = useRef<HTMLFormElement>(null);
  const { priceFrom: chosenFrom, priceTo: chosenTo } = view;
  useEffect(() => {
    // The fields show the applied range, even if it was changed elsewhere.
    const [from, to] = form.current?.querySelectorAll('input') ?? [];
    if (from) from.value = chosenFrom;
    if (to) to.value = chosenTo;
  }, [chosenFrom, chosenTo]);

  const apply = () => {
    const typed = [...(form.current?.querySelectorAll('input') ?? [])].map(({ value }) => value);
    let [priceFrom = '', priceTo = ''] = typed.map(priceIn);
    if (priceFrom !== '' && priceTo !== '' && Number(priceFrom) > Number(priceTo)) {
      [priceFrom, priceTo] = [priceTo, priceFrom];
    }
    if (priceFrom !== chosenFrom || priceTo !== chosenTo) onChoose({ priceFrom, priceTo });
  };
  const field = (name: string, label: string, value: string, hint: number | undefined) => (
    <input
      className="input"
      name={name}
      aria-label={label}
      inputMode="decimal"
      autoComplete="off"
      defaultValue={value}
      placeholder={hint === undefined ? '' : formatDollars(hint)}
      onBlur={(event) => {
        // Moving to the other field does not complete the range.
        if (!form.current?.contains(event.relatedTarget)) apply();
      }}
    />
  );
  return (
    <fieldset className="facet">
      <legend>Price per piece</legend>
      <form
        className="range"
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          apply();
        }}
      >
        {field('from', 'Lowest price', chosenFrom, range?.min)}
        <span>to</span>
        {field('to', 'Highest price', chosenTo, range?.max)}
        <button className="sr-only" tabIndex={-1}>
          Apply price
        </button>
      </form>
    </fieldset>
  );
}
