import { Formik, type FormikHelpers, useFormikContext } from 'formik';
import { Check, ChevronLeft, ExternalLink, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { adminApi } from '../../../api/admin';
import type { PartRecord } from '../../../api/generated-types';
import { codeOf, isApiError, sentenceFor } from '../../../api/problem';
import { useEndedSession } from '../../../api/session-hooks';
import { formatDateTime } from '../../../lib/date-time';
import { paths } from '../../../lib/paths';
import { Button } from '../../../ui/controls/button';
import { useDialogFor } from '../../../ui/controls/confirm-dialog';
import { Link } from '../../../ui/controls/link';
import { KeepDraft, useDraft } from '../../../ui/forms/draft';
import { Form, SubmitButton } from '../../../ui/forms/form';
import { refuse } from '../../../ui/forms/server-errors';
import { DashboardHeading } from '../../../ui/layout/dashboard-heading';
import { Alert } from '../../../ui/messages/alert';
import { EmptyState } from '../../../ui/messages/empty-state';
import { LoadError } from '../../../ui/messages/load-error';
import { Loading } from '../../../ui/messages/loading';
import { notify } from '../../../ui/messages/notify';
import { DeletePartDialog } from './delete-part-dialog';
import { ChangedMeanwhile, Compare, type Conflict } from './product-conflict';
import { FormUploadsProvider, useFormUploads, WAIT_FOR_PICTURES } from './form-uploads';
import { ProductFields } from './product-fields';
import {
  callsFor,
  detailsOf,
  differences,
  formOf,
  LABELS,
  listingOf,
  merge,
  NUMBER_TAKEN,
  refusedFields,
} from './product-form';
import { ProductPreview } from './product-preview';
import { type ProductForm, productSchema } from './product-schema';
import type { FromList } from './product-view';
import { PutBack } from './put-back';
import { StockPanel } from './stock-panel';
import { useBrandOf } from './use-brand-of';

/** All that can be changed about one product. */
export function EditProductPage() {
  const { id = '' } = useParams();
  const { data, error, isFetching, refetch } = adminApi.useGetPartRecordQuery({ id });
  useEndedSession(error, [401]);

  if (data?.part._id === id) return <ProductEditor key={id} record={data} />;
  if (isApiError(error) && error.status === 404) {
    return (
      <>
        <DashboardHeading title="Edit product" />
        <EmptyState
          title="There is no such product"
          action={
            <Link className="btn btn-primary" to={paths.manageProducts}>
              Manage Products
            </Link>
          }
        >
          The address may be mistyped.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <DashboardHeading title="Edit product" />
      {error === undefined ? (
        <Loading>Loading the product</Loading>
      ) : (
        <LoadError
          title="The product did not load"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {sentenceFor(error)}
        </LoadError>
      )}
    </>
  );
}

/** What the form began with, and which revision that was. */
interface Base {
  revision: number;
  form: ProductForm;
}

const baseOf = (record: PartRecord): Base => ({
  revision: record.revision,
  form: formOf(record),
});

/** Whether there is a newer version, which somebody else must have made. */
function isOutdated(base: Base, record: PartRecord): boolean {
  return record.revision > base.revision && differences(base.form, formOf(record)).length > 0;
}

/** @param record the part as the shop has it; it is asked for again when something changes */
function ProductEditor({ record }: { record: PartRecord }) {
  const id = record.part._id;
  const [base, setBase] = useState(() => baseOf(record));
  const [problem, setProblem] = useState<string | null>(null);
  const [refused, setRefused] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const draft = useDraft(`product-${id}-${base.revision}`, base.form);
  const save = useSaveProduct(id);
  const uploads = useFormUploads();

  // Hiding a part counts as a change of it, but is none of what the form holds.
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
    <>
      <EditorHead record={record} />
      <Formik
        initialValues={draft.initial}
        validationSchema={productSchema}
        onSubmit={submit}
        onReset={uploads.stop}
      >
        {({ values, isSubmitting }) => (
          <div className="add-product">
            <Form className="dash-form" label="Product">
              <TakeSaved
                record={record}
                when={isOutdated(base, record)}
                onTaken={(current) => {
                  setBase(current);
                  setRefused(false);
                  setProblem(null);
                }}
              />
              {/* The listing is saved before the details, which makes a version of one's own. */}
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
            <div className="beside">
              <ProductPreview values={{ ...values, available: String(record.part.available) }} />
              <StockPanel record={record} />
            </div>
          </div>
        )}
      </Formik>
    </>
  );
}

const SAVE_AGAIN = 'Save again: if it was saved, you will be told.';

interface Saved {
  /** What the shop has now, as far as it was saved. */
  base: Base;
  /** What is in the form. */
  values: ProductForm;
  error?: unknown;
}

/** Saves what differs from what the form began with; nothing when a field was refused before. */
function useSaveProduct(id: string) {
  const [editListing] = adminApi.useEditListingMutation();
  const [editPart] = adminApi.useEditPartMutation();
  const brandOf = useBrandOf();

  return async (
    base: Base,
    values: ProductForm,
    form: FormikHelpers<ProductForm>,
  ): Promise<Saved | null> => {
    const cast = productSchema.cast(values);
    const brand = await brandOf(cast, values, form);
    if (brand === undefined) return null;
    const wanted = { ...cast, brand, newBrand: '' };
    const calls = callsFor(differences(base.form, wanted));
    let saved = base;
    // The listing first: more of it can be refused.
    if (calls.listing) {
      const listingEdit = { revision: saved.revision, listing: listingOf(wanted) };
      const { data, error } = await editListing({ id, listingEdit });
      if (!data) return { base: saved, values: { ...values, brand }, error };
      saved = { revision: data.revision, form: { ...wanted, ...namesOf(base.form) } };
    }
    if (calls.details) {
      const partEdit = { revision: saved.revision, ...detailsOf(wanted) };
      const { data, error } = await editPart({ id, partEdit });
      if (!data) return { base: saved, values: { ...values, brand }, error };
      saved = { revision: data.revision, form: wanted };
    }
    return { base: saved, values };
  };
}

/** What of a form the listing does not hold. */
const namesOf = ({ title, desc, img, minOrderQuantity, price }: ProductForm) => ({
  title,
  desc,
  img,
  minOrderQuantity,
  price,
});

interface TakeSavedProps {
  record: PartRecord;
  when: boolean;
  onTaken: (current: Base) => void;
}

/** A newer version that is what stands in the form: it was saved, although the answer was lost. */
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

/** Tells that the part has changed, and puts what is typed together with what is there now. */
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

  return <ChangedMeanwhile loading={isFetching} problem={problem} onCompare={() => void load()} />;
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

/** What is changed and not saved yet. Stays in sight while there is something. */
function SaveBar({ base, isUploading }: { base: Base; isUploading: boolean }) {
  const { values, resetForm, isSubmitting } = useFormikContext<ProductForm>();
  const changed = differences(base.form, values);
  return (
    <div className="save-bar" data-changed={changed.length > 0 || undefined}>
      <p role="status">
        {changed.length > 0 && (
          <>
            <b>{changed.length === 1 ? '1 change' : `${changed.length} changes`}</b>{' '}
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

/** What the part is called, where it is seen, and whether it is seen at all. */
function EditorHead({ record: { part, hidden, changedAt } }: { record: PartRecord }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const toDelete = useDialogFor<typeof part>(heading);
  const from = useLocation().state as Partial<FromList> | null;
  return (
    <>
      <Link
        className="text-link back"
        to={{ pathname: paths.manageProducts, search: from?.list ?? '' }}
      >
        <ChevronLeft className="icon" />
        Manage Products
      </Link>
      <DashboardHeading title={part.title} ref={heading}>
        {`Changed ${formatDateTime(changedAt)}`}
      </DashboardHeading>
      {hidden ? (
        <Hidden id={part._id} />
      ) : (
        <div className="list-tools">
          <Link className="btn btn-sm" to={paths.part(part._id)}>
            <ExternalLink className="icon" />
            Show in the shop
          </Link>
          <Button
            look="danger-outline"
            size="small"
            icon={<Trash2 className="icon" />}
            onClick={() => {
              toDelete.open(part);
            }}
          >
            Delete
          </Button>
        </div>
      )}
      {toDelete.row && <DeletePartDialog part={toDelete.row} onClose={toDelete.close} />}
    </>
  );
}

/** The part has left the shop, and can come back. */
function Hidden({ id }: { id: string }) {
  return (
    <div className="out-of-date">
      <Alert tone="info">
        <p>This product is hidden: nobody finds or orders it.</p>
        <PutBack id={id} />
      </Alert>
    </div>
  );
}
