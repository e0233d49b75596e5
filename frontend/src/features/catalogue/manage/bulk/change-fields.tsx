import { type ReactNode, useId } from 'react';
import { shopApi } from '../../../../api/index';
import { CONDITIONS } from '../../shop-view';
import { categoryChoices } from '../listing-fields';
import { KINDS, ROUNDINGS, type ChangeForm } from './part-change';

interface ChangeFieldsProps {
  form: ChangeForm;
  onChange: (change: Partial<ChangeForm>) => void;
}

const entries = (words: Record<string, string>): [string, string][] => Object.entries(words);

/** What is to be changed, and how. */
export function ChangeFields({ form, onChange }: ChangeFieldsProps) {
  const { data: categories = [] } = shopApi.useListCategoriesQuery();
  const { data: brands = [] } = shopApi.useListBrandsQuery();
  const none: [string, string] = ['', 'None'];
  const inCategories = categoryChoices(categories).map(({ value, label }): [string, string] => [
    value,
    label,
  ]);
  return (
    <>
      <Choice
        label="What"
        value={form.kind}
        choices={entries(KINDS)}
        onChange={(kind) => {
          onChange({ kind: kind as ChangeForm['kind'] });
        }}
      />
      {form.kind === 'price_by' && (
        <div className="pair">
          <Typed
            label="By per cent"
            hint="+4, -10 or 2.5"
            value={form.percent}
            onChange={(percent) => {
              onChange({ percent });
            }}
          />
          <Choice
            label="Rounded to"
            value={form.rounding}
            choices={entries(ROUNDINGS)}
            onChange={(rounding) => {
              onChange({ rounding: rounding as ChangeForm['rounding'] });
            }}
          />
        </div>
      )}
      {form.kind === 'price_to' && (
        <Typed
          label="Price in $"
          value={form.price}
          onChange={(price) => {
            onChange({ price });
          }}
        />
      )}
      {form.kind === 'minimum_order' && (
        <Typed
          label="Minimum order"
          value={form.minimum}
          onChange={(minimum) => {
            onChange({ minimum });
          }}
        />
      )}
      {form.kind === 'category' && (
        <Choice
          label="New category"
          value={form.category}
          choices={[none, ...inCategories]}
          onChange={(category) => {
            onChange({ category });
          }}
        />
      )}
      {form.kind === 'brand' && (
        <Choice
          label="New brand"
          value={form.brand}
          choices={[none, ...brands.map(({ _id, name }): [string, string] => [_id, name])]}
          onChange={(brand) => {
            onChange({ brand });
          }}
        />
      )}
      {form.kind === 'condition' && (
        <Choice
          label="New condition"
          value={form.condition}
          choices={entries(CONDITIONS)}
          onChange={(condition) => {
            onChange({ condition: condition as ChangeForm['condition'] });
          }}
        />
      )}
    </>
  );
}

interface FieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function Labelled({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

function Choice({ label, value, choices, onChange }: FieldProps & { choices: [string, string][] }) {
  return (
    <Labelled label={label}>
      {(id) => (
        <select
          className="select"
          id={id}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        >
          {choices.map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}

function Typed({ label, hint, value, onChange }: FieldProps & { hint?: string }) {
  return (
    <Labelled label={label}>
      {(id) => (
        <input
          className="input"
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder={hint}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      )}
    </Labelled>
  );
}
