import { skipToken } from '@reduxjs/toolkit/query/react';
import { FieldArray, useFormikContext } from 'formik';
import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { adminApi } from '../../../../api/admin';
import { conditionWords, fitmentEditMaxItems } from '../../../../api/contract/generated-types';
import { fieldSentences } from '../../../../api/contract/field-sentences';
import { codeOf, sentenceFor } from '../../../../api/contract/problem';
import { Button } from '../../../../ui/controls/button';
import { Exact } from '../../../../ui/data/exact';
import { type Choice, SelectField } from '../../../../ui/forms/choice-fields';
import { FormDialog } from '../../../../ui/forms/form-dialog';
import { refuse } from '../../../../ui/forms/server-errors';
import { LongTextField, TextField } from '../../../../ui/forms/text-field';
import { type FittedModel, keysOf, nameOf } from './fitted-models';
import { applicationOf, BLANK, type ModelForm, modelSchema, rowOf } from './model-form';

const LABELS = {
  'applications[].from': 'first year',
  'applications[].to': 'last year',
  'applications[].engine': 'engine',
  'applications[].position': 'position',
  'applications[].pieces': 'pieces',
};

/** Why the fitment could not be changed. */
export const whyNot = (error: unknown) =>
  codeOf(error) === 'changed_meanwhile'
    ? 'Someone else has changed this part. Close this dialog and check the part again.'
    : sentenceFor(error);

interface ModelDialogProps {
  part: string;
  revision: number;
  /** The model to edit; undefined to choose one. */
  fitted?: FittedModel;
  /** Receives a message about what was done; null if nothing was. */
  onClose: (message: string | null) => void;
}

/** The applications of a part for one model. */
export function ModelDialog({ part, revision, fitted, onClose }: ModelDialogProps) {
  const [editFitment] = adminApi.useEditFitmentMutation();
  const initialValues: ModelForm = {
    make: fitted?.make.id ?? '',
    model: fitted?.model.id ?? '',
    applications: fitted ? fitted.applications.map(rowOf) : [BLANK],
  };
  return (
    <FormDialog
      title={fitted ? nameOf(fitted) : 'Add model'}
      broad
      initialValues={initialValues}
      schema={modelSchema}
      onSubmit={async (values, form) => {
        const fitmentEdit = { revision, applications: values.applications.map(applicationOf) };
        const { error } = await editFitment({ id: part, ...keysOf(values.model), fitmentEdit });
        if (error === undefined) {
          onClose(values.applications.length > 0 ? 'Saved' : 'Model removed');
          return null;
        }
        return refuse(form, values, fieldSentences(error, LABELS)) ? '' : whyNot(error);
      }}
      onClose={(done) => {
        if (!done) onClose(null);
      }}
    >
      {!fitted && <ChooseModel />}
      <Applications />
    </FormDialog>
  );
}

/** Make, then model. */
function ChooseModel() {
  const { values, setFieldValue } = useFormikContext<ModelForm>();
  const makes = adminApi.useListMakesQuery();
  const models = adminApi.useListModelsQuery(
    values.make === '' ? skipToken : { make: values.make },
  );
  const choices = (names: readonly { id: string; name: string }[] | undefined): Choice[] => [
    { value: '', label: 'Choose' },
    ...(names ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const failed = makes.error ?? models.error;
  return (
    <>
      <div className="pair">
        <SelectField
          name="make"
          label="Make"
          choices={choices(makes.data)}
          hint={makes.data?.length === 0 ? 'The shop has no vehicles yet.' : undefined}
          onEdit={() => void setFieldValue('model', '')}
        />
        <SelectField name="model" label="Model" choices={choices(models.currentData)} />
      </div>
      {failed !== undefined && <p className="hint">{sentenceFor(failed)}</p>}
    </>
  );
}

/** The engines of the chosen model, and those already used. */
function useEngineChoices(): Choice[] {
  const { values } = useFormikContext<ModelForm>();
  const { currentData } = adminApi.useListEnginesQuery(
    values.model === '' ? skipToken : keysOf(values.model),
  );
  const names = new Map((currentData ?? []).map(({ id, name }) => [id, name]));
  for (const { engine } of values.applications) {
    if (engine !== '' && !names.has(engine)) names.set(engine, engine);
  }
  return [
    { value: '', label: 'Any engine' },
    ...[...names].map(([value, label]) => ({ value, label })),
  ];
}

function Applications() {
  const { values, isSubmitting } = useFormikContext<ModelForm>();
  const engines = useEngineChoices();
  const list = useRef<HTMLUListElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const rows = values.applications;
  return (
    <FieldArray name="applications">
      {(rowsOfForm) => (
        <fieldset className="form">
          <legend className="label-text">Applications</legend>
          <ul className="row-fields of-applications" ref={list}>
            {rows.map((_, position) => (
              // Rows have nothing else to identify them; their whole state is in the form.
              <li key={position}>
                <ApplicationFields
                  name={`applications[${position}]`}
                  number={position + 1}
                  engines={engines}
                />
                <Button
                  size="small"
                  icon={<X className="icon" />}
                  disabled={isSubmitting}
                  onClick={() => {
                    rowsOfForm.remove(position);
                    button.current?.focus();
                  }}
                >
                  Remove{' '}
                  <span className="sr-only">
                    application <Exact value={position + 1} />
                  </span>
                </Button>
              </li>
            ))}
          </ul>
          {rows.length === 0 && (
            <p className="hint">Without an application, the part is not listed for this model.</p>
          )}
          <div>
            <Button
              ref={button}
              size="small"
              icon={<Plus className="icon" />}
              disabled={isSubmitting || rows.length >= fitmentEditMaxItems.applications}
              onClick={() => {
                rowsOfForm.push(BLANK);
                // After the row has rendered.
                requestAnimationFrame(() => {
                  list.current?.lastElementChild?.querySelector<HTMLElement>('input')?.focus();
                });
              }}
            >
              Add application
            </Button>
          </div>
        </fieldset>
      )}
    </FieldArray>
  );
}

interface ApplicationFieldsProps {
  name: string;
  number: number;
  engines: Choice[];
}

function ApplicationFields({ name, number, engines }: ApplicationFieldsProps) {
  return (
    <>
      <div className="pair">
        <TextField name={`${name}.from`} label={`From year ${number}`} inputMode="numeric" />
        <TextField name={`${name}.to`} label={`To year ${number}`} inputMode="numeric" />
      </div>
      <SelectField name={`${name}.engine`} label={`Engine ${number}`} choices={engines} />
      <div className="pair">
        <TextField name={`${name}.position`} label={`Position ${number}`} />
        <TextField name={`${name}.pieces`} label={`Pieces ${number}`} inputMode="numeric" />
      </div>
      <LongTextField
        name={`${name}.conditions`}
        label={`Conditions ${number}, one per line`}
        rows={2}
        limit={20 * conditionWords.maxLength}
      />
    </>
  );
}
