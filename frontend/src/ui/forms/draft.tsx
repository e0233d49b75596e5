import { useFormikContext } from 'formik';
import { useCallback, useEffect, useState } from 'react';
import { deleteDraft, readDraft, saveDraft } from '../../lib/drafts';
import { usePerson } from '../../lib/session/session-slice';

/** A form's values, by field. */
type Fields = Record<string, unknown>;

/** A field in storage format: text as is, everything else as JSON. */
const written = (field: unknown) => (typeof field === 'string' ? field : JSON.stringify(field));

/** A stored field; undefined if its type does not match the form's. */
function readAs(blank: unknown, kept: string | undefined): unknown {
  if (kept === undefined || typeof blank === 'string') return kept;
  try {
    const field: unknown = JSON.parse(kept);
    const alike = typeof field === typeof blank && Array.isArray(field) === Array.isArray(blank);
    return alike ? field : undefined;
  } catch {
    return undefined;
  }
}

interface KeepDraftProps<Values extends Fields> {
  draft: ReturnType<typeof useDraft<Values>>;
  /** The form's values after the draft is discarded. */
  blank: Values;
}

const isDifferent = <Values extends Fields>(one: Values, other: Values) =>
  Object.keys(other).some((name) => written(one[name]) !== written(other[name]));

/**
 * Saves the input of the surrounding form as a draft, and shows a note when one was restored. Must
 * be last in its form, so that nothing moves when the note disappears.
 */
export function KeepDraft<Values extends Fields>({
  draft: { keep, restored },
  blank,
}: KeepDraftProps<Values>) {
  const { values, initialValues, dirty, resetForm } = useFormikContext<Values>();
  const [first] = useState({ values, initialValues });
  // Submitting and discarding change the form's initial values.
  const asBegun = initialValues === first.initialValues;
  const untouched = asBegun && values === first.values;
  // Formik compares with the initial values, which may come from the draft.
  const unsent = restored && asBegun ? isDifferent(values, blank) : dirty;

  useEffect(() => {
    if (!untouched) keep(unsent ? values : null);
  }, [untouched, unsent, values, keep]);

  if (!restored || !untouched) return null;
  return (
    <p className="hint" role="status">
      Your unsent draft was restored.{' '}
      <button
        type="button"
        className="link-button"
        onClick={() => {
          resetForm({ values: blank });
        }}
      >
        Discard draft
      </button>
    </p>
  );
}

/**
 * A form's values that survive the end of a session.
 * @param form its name, one per form
 * @param blank the initial values without a draft
 */
export function useDraft<Values extends Fields>(form: string, blank: Values) {
  const { email } = usePerson();
  const name = `${form}:${email}`;
  const [{ initial, restored }] = useState(() => {
    const kept = readDraft(name);
    if (kept === null) return { initial: blank, restored: false };
    const found = Object.keys(blank).flatMap((name) => {
      const field = readAs(blank[name], kept[name]);
      return field === undefined ? [] : [[name, field] as const];
    });
    return { initial: { ...blank, ...Object.fromEntries(found) }, restored: true };
  });
  const keep = useCallback(
    (values: Values | null) => {
      if (values === null) deleteDraft(name);
      else {
        const texts = Object.entries(values).map(([field, value]) => [field, written(value)]);
        saveDraft(name, Object.fromEntries(texts) as Record<string, string>);
      }
    },
    [name],
  );
  return { initial, restored, keep };
}
