import { useFormikContext } from 'formik';
import { shopApi } from '../../../../api/index';
import { sentenceFor } from '../../../../api/contract/problem';
import { type Choice, SelectField } from '../../../../ui/forms/choice-fields';
import { TextField } from '../../../../ui/forms/text-field';
import { CONDITIONS } from '../../shop-view';
import { categoryChoices } from '../../../../lib/category-choices';
import { type ChangeForm, KINDS, NONE, ROUNDINGS } from './part-change';

const choicesOf = (words: Record<string, string>): Choice[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

/** The fields of a bulk change. */
export function ChangeFields() {
  const { values } = useFormikContext<ChangeForm>();
  return (
    <>
      <SelectField name="kind" label="What to change" choices={choicesOf(KINDS)} />
      <FieldsOf kind={values.kind} />
    </>
  );
}

function FieldsOf({ kind }: Pick<ChangeForm, 'kind'>) {
  switch (kind) {
    case 'price_by':
      return (
        <div className="pair">
          <TextField
            name="percent"
            label="By %"
            inputMode="decimal"
            autoComplete="off"
            hint="+4, -10 or 2.5"
          />
          <SelectField name="rounding" label="Rounded to" choices={choicesOf(ROUNDINGS)} />
        </div>
      );
    case 'price_to':
      return <TextField name="price" label="Price in $" inputMode="decimal" autoComplete="off" />;
    case 'minimum_order':
      return (
        <TextField name="minimum" label="Minimum order" inputMode="numeric" autoComplete="off" />
      );
    case 'category':
      return <CategoryField />;
    case 'brand':
      return <BrandField />;
    case 'condition':
      return <SelectField name="condition" label="New condition" choices={choicesOf(CONDITIONS)} />;
    case 'hide':
    case 'show':
      return null;
  }
}

function CategoryField() {
  const query = shopApi.useListCategoriesQuery();
  return (
    <ListedField
      name="category"
      label="New category"
      list="categories"
      choices={query.data && categoryChoices(query.data)}
      {...query}
    />
  );
}

function BrandField() {
  const query = shopApi.useListBrandsQuery();
  return (
    <ListedField
      name="brand"
      label="New brand"
      list="brands"
      choices={query.data?.map(({ _id, name }) => ({ value: _id, label: name }))}
      {...query}
    />
  );
}

interface ListedFieldProps {
  name: 'category' | 'brand';
  label: string;
  /** Name of the list to choose from: "brands". */
  list: string;
  /** Undefined until the list has loaded. */
  choices: Choice[] | undefined;
  error?: unknown;
  isFetching: boolean;
  refetch: () => unknown;
}

/**
 * A choice from one of the shop's lists. Nothing is preselected, because "none" is also a choice.
 */
function ListedField(props: ListedFieldProps) {
  const { name, label, list, choices = [], error, isFetching, refetch } = props;
  const isMissing = props.choices === undefined;
  return (
    <>
      <SelectField
        name={name}
        label={label}
        choices={[{ value: '', label: 'Choose…' }, { value: NONE, label: 'None' }, ...choices]}
      />
      {isMissing && isFetching && (
        <p className="hint" role="status">
          Loading the {list}
        </p>
      )}
      {isMissing && !isFetching && (
        <p className="hint" role="alert">
          The {list} did not load. {sentenceFor(error)}{' '}
          <button type="button" className="link-button" onClick={() => void refetch()}>
            Try again
          </button>
        </p>
      )}
    </>
  );
}
