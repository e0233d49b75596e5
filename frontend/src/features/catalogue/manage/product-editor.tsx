import { Formik, type FormikHelpers, useFormikContext } from 'formik';
import { Check } from 'lucide-react';
import { useEffect, useState } from 'react';
import { adminApi } from '../../../api/admin';
import type { PartRecord } from '../../../api/contract/generated-types';
import { codeOf, sentenceFor } from '../../../api/contract/problem';
import { Button } from '../../../ui/controls/button';
import { Exact } from '../../../ui/data/exact';
import { KeepDraft, useDraft } from '../../../ui/forms/draft';
import { Form, SubmitButton } from '../../../ui/forms/form';
import { refuse } from '../../../ui/forms/server-errors';
import { Alert } from '../../../ui/messages/alert';
import { notify } from '../../../ui/messages/notify';
import { FormUploadsProvider, useFormUploads, WAIT_FOR_PICTURES } from './form-uploads';
import { ChangedElsewhere, Compare, type Conflict } from './product-conflict';
import { ProductFields } from './product-fields';
import { differences, LABELS, merge, NUMBER_TAKEN, refusedFields } from './product-form';
import { ProductPreview } from './product-preview';
import { type ProductForm, productSchema } from './product-schema';
import { StockPanel } from './stock-panel';
import { type Base, baseOf, isOutdated, useSaveProduct } from './use-save-product';

/** @param record the part as saved in the shop; refetched when something changes */
export function ProductEditor({ record }: { record: PartRecord }) {
  const id = record.part._id;
  const [base, setBase] = useState(() => baseOf(record));
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const draft = useDraft(`product-${id}-${base.revision}`, base.form);
  const save = useSaveProduct(id);
  const uploads = useFormUploads();

  // Hiding a part increments its revision, but the form does not contain that field.
  if (record.revision > base.revision && !isOutdated(base, record)) {
    setBase({ ...base, revision: record.revision });
  }

  const submit = async (values: ProductForm, form: FormikHelpers<ProductForm>) => {
    setProblem(null);
    const saved = await save(base, values, form);
    if (saved === null) return;
    setBase(saved.base);
    if (saved.error === undefined) {
      notify.success('Product saved');
      setRefused(false);
      setConflict(null);
      form.resetForm({ values: saved.base.form });
      return;
    }
    if (codeOf(saved.error) === 'changed_meanwhile') {
      setRefused(true);
      setConflict(null);
      return;
    }
    const sentences =
      codeOf(saved.error) === 'number_taken'
        ? { number: NUMBER_TAKEN }
        : refusedFields(saved.error);
    refuse(form, saved.values, sentences);
    if (Object.keys(sentences).length === 0) setProblem(sentenceFor(saved.error, SAVE_AGAIN));
  };

  return (
    <Formik
      initialValues={draft.initial}
      validationSchema={productSchema}
      onSubmit={submit}
      onReset={uploads.stop}
    >
      {({ values, isSubmitting }) => (
        <div className="add-product">
          <Form className="dash-form" label="Product" rules={productSchema}>
            <TakeSaved
              record={record}
              when={isOutdated(base, record)}
              onTaken={(current) => {
                setBase(current);
                setRefused(false);
                setProblem(null);
              }}
            />
            {/* Saving the listing before the details creates a version of the user's own. */}
            {!isSubmitting && (refused || isOutdated(base, record)) && (
              <LoadCurrent
                id={id}
                base={base}
                onLoaded={(current, met) => {
                  setBase(current);
                  setRefused(false);
                  setConflict(met);
                }}
              />
            )}
            {conflict !== null && (
              <CompareAndChoose
                conflict={conflict}
                onStartAgain={() => {
                  setConflict(null);
                }}
              />
            )}
            <FormUploadsProvider value={uploads}>
              <ProductFields withStock={false} />
            </FormUploadsProvider>
            {problem !== null && (
              <Alert tone="danger">
                <p>{problem}</p>
              </Alert>
            )}
            <SaveBar base={base} isUploading={uploads.isSending} />
            <KeepDraft draft={draft} blank={base.form} />
          </Form>
          <div className="related-sections">
            <ProductPreview values={{ ...values, available: String(record.part.available) }} />
            <StockPanel record={record} />
          </div>
        </div>
      )}
    </Formik>
  );
}

const SAVE_AGAIN = 'It may have been saved. Save again to find out.';

interface TakeSavedProps {
  record: PartRecord;
  when: boolean;
  onTaken: (current: Base) => void;
}

/** The newer version equals the form: it was saved, although the response was lost. */
function TakeSaved({ record, when, onTaken }: TakeSavedProps) {
  const { values, isSubmitting, resetForm } = useFormikContext<ProductForm>();
  useEffect(() => {
    const current = baseOf(record);
    if (!when || isSubmitting || differences(values, current.form).length > 0) return;
    resetForm({ values: current.form });
    onTaken(current);
  });
  return null;
}

interface LoadCurrentProps {
  id: string;
  base: Base;
  onLoaded: (current: Base, conflict: Conflict) => void;
}

/** Reports that the part has changed, and merges the user's changes into the current version. */
function LoadCurrent({ id, base, onLoaded }: LoadCurrentProps) {
  const { values, setValues } = useFormikContext<ProductForm>();
  const [getRecord, { isFetching }] = adminApi.useLazyGetPartRecordQuery();
  const [problem, setProblem] = useState<string | null>(null);

  const load = async () => {
    setProblem(null);
    const { data, error } = await getRecord({ id });
    if (!data) {
      setProblem(sentenceFor(error));
      return;
    }
    const current = baseOf(data);
    const merged = merge(base.form, values, current.form);
    await setValues(merged.values);
    onLoaded(current, { ...merged, mine: values, theirs: current.form });
  };

  return <ChangedElsewhere loading={isFetching} problem={problem} onCompare={() => void load()} />;
}

interface CompareAndChooseProps {
  conflict: Conflict;
  onStartAgain: () => void;
}

function CompareAndChoose({ conflict, onStartAgain }: CompareAndChooseProps) {
  const { resetForm } = useFormikContext<ProductForm>();
  return (
    <Compare
      conflict={conflict}
      onStartAgain={() => {
        resetForm({ values: conflict.theirs });
        onStartAgain();
      }}
    />
  );
}

/** The unsaved changes. Stays visible while there are any. */
function SaveBar({ base, isUploading }: { base: Base; isUploading: boolean }) {
  const { values, resetForm, isSubmitting } = useFormikContext<ProductForm>();
  const changed = differences(base.form, values);
  return (
    <div className="save-bar" data-changed={changed.length > 0 || undefined}>
      <p role="status">
        {changed.length > 0 && (
          <>
            <b>
              {changed.length === 1 ? (
                '1 change'
              ) : (
                <>
                  <Exact value={changed.length} /> changes
                </>
              )}
            </b>{' '}
            <span className="hint">{changed.map((field) => LABELS[field]).join(', ')}</span>
          </>
        )}
      </p>
      <div className="actions">
        {changed.length > 0 && (
          <Button
            disabled={isSubmitting}
            onClick={() => {
              resetForm({ values: base.form });
            }}
          >
            Discard changes
          </Button>
        )}
        <SubmitButton
          icon={<Check className="icon" />}
          waitFor={isUploading ? WAIT_FOR_PICTURES : undefined}
        >
          Save
        </SubmitButton>
      </div>
    </div>
  );
}
