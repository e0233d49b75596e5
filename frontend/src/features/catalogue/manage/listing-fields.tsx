import { FieldArray, getIn, useFormikContext } from 'formik';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { skipToken } from '@reduxjs/toolkit/query';
import { shopApi } from '../../../api/index';
import { listingFieldsMaxItems as most } from '../../../api/contract/generated-types';
import { categoryChoices } from '../../../lib/category-choices';
import { Button, keepFocus } from '../../../ui/controls/button';
import { Count, Exact } from '../../../ui/data/exact';
import { CheckField, type Choice, SelectField } from '../../../ui/forms/choice-fields';
import { FieldError } from '../../../ui/forms/field-error';
import { isRequired } from '../../../ui/forms/required';
import type { ServerErrors } from '../../../ui/forms/server-errors';
import { TextField } from '../../../ui/forms/text-field';
import { MorePicturesDrop, PictureRow } from './picture-rows';
import { blankOf } from './product-field-kinds';
import { BLANK, FIELDS, idIn, NEW_BRAND, productSchema, type ProductForm } from './product-schema';

/** Whether a product can be saved without the field. */
const isOptional = (field: string) => !isRequired(productSchema, field, BLANK);

const CONDITIONS: Choice[] = [
  { value: 'new', label: 'New' },
  { value: 'remanufactured', label: 'Remanufactured' },
  { value: 'used', label: 'Used' },
];

export const NUMBER_KINDS: Choice[] = [
  { value: 'oem', label: 'OEM' },
  { value: 'interchange', label: 'Interchange' },
  { value: 'supersedes', label: 'Replaces' },
  { value: 'gtin', label: 'GTIN (bar code)' },
];

const NOT_SPECIFIED: Choice = { value: '', label: 'Not specified' };

/** Product details that ordering does not need. Opens if one of them is invalid. */
export function ListingFields() {
  const formik = useFormikContext<ProductForm>();
  const { values, errors, submitCount } = formik;
  const status: unknown = formik.status;
  const refusals = (status ?? {}) as ServerErrors;
  const isWrong =
    submitCount > 0 && [...Object.keys(errors), ...Object.keys(refusals)].some(isOptional);
  const filledIn = Object.keys(BLANK).filter(
    (field) =>
      isOptional(field) &&
      JSON.stringify(getIn(values, field)) !== JSON.stringify(getIn(BLANK, field)),
  ).length;
  const [open, setOpen] = useState(filledIn > 0);
  // The form focuses the first invalid field, which has to be visible.
  const [seen, setSeen] = useState({ isWrong, submitCount, status });
  if (seen.isWrong !== isWrong || seen.submitCount !== submitCount || seen.status !== status) {
    setSeen({ isWrong, submitCount, status });
    if (isWrong) setOpen(true);
  }

  const { data: brands = [] } = shopApi.useListBrandsQuery(undefined, { skip: !open });
  const { data: categories = [] } = shopApi.useListCategoriesQuery(undefined, { skip: !open });
  const brandChoices = [
    NOT_SPECIFIED,
    ...brands.map(({ _id, name }) => ({ value: _id, label: name })),
    { value: NEW_BRAND, label: 'Another brand…' },
  ];

  return (
    <details
      className="more-about"
      open={open}
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>
        More details{' '}
        <span className="hint">
          {filledIn === 0 ? (
            'optional'
          ) : (
            <>
              <Exact value={filledIn} /> filled in
            </>
          )}
        </span>
      </summary>
      <div className="form">
        <div className="pair">
          <SelectField name="brand" label="Brand" choices={brandChoices} />
          {values.brand === NEW_BRAND && <TextField name="newBrand" label="Brand name" />}
          <TextField name="number" label="Part number" hint="The brand’s number for this part" />
          <SelectField
            name="category"
            label="Category"
            choices={[NOT_SPECIFIED, ...categoryChoices(categories)]}
          />
          <SelectField name="condition" label="Condition" choices={CONDITIONS} />
          <TextField
            name="listPrice"
            label="List price, $"
            type="number"
            inputMode="decimal"
            hint="The maker’s recommended price; shown if higher than the price"
          />
        </div>
        <fieldset className="form">
          <legend className="label-text">How it is sold</legend>
          <div className="pair">
            <TextField
              name="pack"
              label="Pieces in a pack"
              type="number"
              inputMode="numeric"
              hint="Customers order whole packs; leave empty to sell single pieces"
            />
            <TextField
              name="core"
              label="Core charge, $"
              type="number"
              inputMode="decimal"
              hint="Added to the price of each piece; refunded when the old part is returned"
            />
          </div>
        </fieldset>
        <NumberRows />
        <AttributeRows />
        <PictureRows />
        <fieldset className="form">
          <legend className="label-text">Shipping weight and size</legend>
          <div className="four-columns">
            <TextField name="weight" label="Weight, g" type="number" inputMode="numeric" />
            <TextField name="length" label="Length, mm" type="number" inputMode="numeric" />
            <TextField name="width" label="Width, mm" type="number" inputMode="numeric" />
            <TextField name="height" label="Height, mm" type="number" inputMode="numeric" />
          </div>
          <div className="actions">
            <CheckField name="hazmat">Dangerous goods</CheckField>
            <CheckField name="universal">Fits any vehicle</CheckField>
          </div>
        </fieldset>
        <TextField
          name="successor"
          label="Replaced by"
          hint={<Successor typed={values.successor} />}
        />
      </div>
    </details>
  );
}

/** The part that a URL or id refers to. */
function Successor({ typed }: { typed: string }) {
  const id = idIn(typed);
  const { currentData, isError } = shopApi.useGetPartQuery(id === undefined ? skipToken : { id });
  if (currentData) return <span role="status">{currentData.title}</span>;
  if (isError) return <span role="status">This part is not in the shop.</span>;
  return 'The address of the other part’s page';
}

interface RowsProps {
  name: 'numbers' | 'attributes' | 'pictures';
  legend: string;
  /** For the buttons: “Add number”, “Remove number 1”. */
  noun: string;
  children: (name: string, position: number) => ReactNode;
}

/** A form list whose rows can be added and removed. */
function Rows({ name, legend, noun, children }: RowsProps) {
  const formik = useFormikContext<ProductForm>();
  const { values, errors, isSubmitting } = formik;
  const refusals = (formik.status ?? {}) as ServerErrors;
  const id = useId();
  const list = useRef<HTMLUListElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const rows: unknown[] = values[name];
  const schemaError: unknown = errors[name];
  const refusal = refusals[name];
  const refused = refusal?.value === rows ? refusal.message : undefined;
  const problem = typeof schemaError === 'string' ? schemaError : refused;
  return (
    <FieldArray name={name}>
      {(rowsOfForm) => (
        <fieldset className="form" aria-describedby={problem === undefined ? undefined : id}>
          <legend className="label-text">
            {legend}{' '}
            {rows.length > 0 && (
              <span className="hint">
                <Count of={rows.length} /> of at most <Count of={most[name]} />
              </span>
            )}
          </legend>
          {rows.length > 0 && (
            <ul className={`row-fields of-${name}`} ref={list}>
              {rows.map((_, position) => (
                // Rows have no id. The position works as the key: their whole state is in the form.
                <li key={position}>
                  {children(`${name}[${position}]`, position + 1)}
                  <Button
                    className="btn-square"
                    size="small"
                    aria-label={`Remove ${noun} ${position + 1}`}
                    icon={<X className="icon" />}
                    disabled={isSubmitting}
                    onMouseDown={keepFocus}
                    onClick={() => {
                      rowsOfForm.remove(position);
                      button.current?.focus();
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
          {problem !== undefined && <FieldError id={id}>{problem}</FieldError>}
          <div>
            <Button
              ref={button}
              size="small"
              icon={<Plus className="icon" />}
              disabled={isSubmitting || rows.length >= most[name]}
              onMouseDown={keepFocus}
              onClick={() => {
                rowsOfForm.push(blankOf(FIELDS[name].columns));
                // After the row has rendered.
                requestAnimationFrame(() => {
                  list.current?.lastElementChild
                    ?.querySelector<HTMLElement>('select, input')
                    ?.focus();
                });
              }}
            >
              {`Add ${noun}`}
            </Button>
          </div>
        </fieldset>
      )}
    </FieldArray>
  );
}

const NumberRows = () => (
  <Rows name="numbers" legend="Other numbers" noun="number">
    {(row, position) => (
      <>
        <SelectField name={`${row}.kind`} label={`Kind ${position}`} choices={NUMBER_KINDS} />
        <TextField name={`${row}.number`} label={`Number ${position}`} />
        <TextField name={`${row}.maker`} label={`Maker ${position}`} />
      </>
    )}
  </Rows>
);

const AttributeRows = () => (
  <Rows name="attributes" legend="Attributes" noun="attribute">
    {(row, position) => (
      <>
        <TextField name={`${row}.name`} label={`Attribute ${position}`} />
        <TextField name={`${row}.value`} label={`Value ${position}`} />
        <TextField name={`${row}.unit`} label={`Unit ${position}`} />
      </>
    )}
  </Rows>
);

const PictureRows = () => (
  <>
    <Rows name="pictures" legend="More pictures" noun="picture">
      {(row, position) => <PictureRow row={row} position={position} />}
    </Rows>
    <MorePicturesDrop />
  </>
);
