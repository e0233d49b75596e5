import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import type { Brand, Category } from '../../../api/contract/generated-types';
import { shopApi } from '../../../api/index';
import { formatDollars } from '../../../lib/format';
import { Button } from '../../../ui/controls/button';
import { Alert } from '../../../ui/messages/alert';
import { categoryChoices } from '../../../lib/category-choices';
import { NUMBER_KINDS } from './listing-fields';
import { DOLLARS, type ProductField } from './product-field-kinds';
import { LABELS, type Merge } from './product-form';
import { type Field, FIELDS, NEW_BRAND, type ProductForm } from './product-schema';

/** Two concurrent edits, and the result of merging them. */
export interface Conflict extends Merge {
  mine: ProductForm;
  theirs: ProductForm;
}

interface ChangedElsewhereProps {
  loading: boolean;
  /** Why the current version could not be loaded. */
  problem: string | null;
  onCompare: () => void;
}

/** The part has changed since the form was opened. */
export function ChangedElsewhere({ loading, problem, onCompare }: ChangedElsewhereProps) {
  return (
    <Alert tone="warning">
      <p>
        <b>Someone else has changed this part since you opened it.</b> What you typed is still here,
        and nothing was overwritten.
      </p>
      {problem !== null && <p>{problem}</p>}
      <Button size="small" busy={loading} onClick={onCompare}>
        Load the current version
      </Button>
    </Alert>
  );
}

interface CompareProps {
  conflict: Conflict;
  /** Discards the user's changes. */
  onStartAgain: () => void;
}

/** Shows both versions side by side where they differ, so the user can choose. */
export function Compare({ conflict: { both, taken, mine, theirs }, onStartAgain }: CompareProps) {
  const { values, setFieldValue } = useFormikContext<ProductForm>();
  const { data: brands = [] } = shopApi.useListBrandsQuery();
  const { data: categories = [] } = shopApi.useListCategoriesQuery();
  const heading = useRef<HTMLHeadingElement>(null);
  const show = (field: Field, form: ProductForm) => inWords(field, form, brands, categories);

  useEffect(() => {
    heading.current?.focus();
  }, []);

  return (
    <section className="conflict" aria-labelledby="conflict">
      <h2 id="conflict" ref={heading} tabIndex={-1}>
        {both.length > 0 ? 'You both changed these' : 'You both changed this part'}
      </h2>
      {both.length === 0 && <p>Your changes and theirs do not conflict. Save to keep both.</p>}
      {both.length > 0 && (
        <>
          <p>Choose which version to keep, then save.</p>
          <ul>
            {both.map((field) => (
              <li key={field}>
                <fieldset>
                  <legend>{LABELS[field]}</legend>
                  {(
                    [
                      ['Yours', mine],
                      ['Now', theirs],
                    ] as const
                  ).map(([whose, form]) => (
                    <label key={whose} className="version">
                      <input
                        type="radio"
                        name={`version-of-${field}`}
                        checked={values[field] === form[field]}
                        onChange={() => void setFieldValue(field, form[field])}
                      />
                      <span>
                        <span className="hint">{whose}</span> {show(field, form)}
                      </span>
                    </label>
                  ))}
                </fieldset>
              </li>
            ))}
          </ul>
        </>
      )}
      {taken.length > 0 && (
        <p>
          Updated to their version, because you had not changed it:{' '}
          {taken.map((field) => `${LABELS[field]} (${shorten(show(field, theirs))})`).join('; ')}.
        </p>
      )}
      <div>
        <Button size="small" onClick={onStartAgain}>
          Start over from the current version
        </Button>
      </div>
    </section>
  );
}

const ENOUGH = 60;
const shorten = (text: string) => (text.length > ENOUGH ? `${text.slice(0, ENOUGH)}…` : text);

const NOTHING = 'nothing';

/** A field's value for display. */
function inWords(
  field: Field,
  form: ProductForm,
  brands: readonly Brand[],
  categories: readonly Category[],
): string {
  const value = form[field];
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'numbers') {
    const kindOf = (kind: string) =>
      NUMBER_KINDS.find(({ value }) => value === kind)?.label ?? kind;
    const numbers = form.numbers.map(({ kind, maker, number }) =>
      [kindOf(kind), maker, number].filter(Boolean).join(' '),
    );
    return numbers.join(', ') || NOTHING;
  }
  if (field === 'attributes') {
    const attributes = form.attributes.map(({ name, value, unit }) =>
      [`${name}:`, value, unit].filter(Boolean).join(' '),
    );
    return attributes.join(', ') || NOTHING;
  }
  if (field === 'pictures') return form.pictures.map(({ img }) => img).join(', ') || NOTHING;
  const text = value as string;
  if (text.trim() === '') return NOTHING;
  const { format }: ProductField = FIELDS[field];
  if (format === DOLLARS) {
    return Number.isFinite(Number(text)) ? formatDollars(Number(text)) : text;
  }
  if (field === 'brand') {
    if (text === NEW_BRAND) return form.newBrand;
    return brands.find(({ _id }) => _id === text)?.name ?? text;
  }
  if (field === 'category') {
    return categoryChoices(categories).find((choice) => choice.value === text)?.label ?? text;
  }
  return text;
}
