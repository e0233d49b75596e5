import { useFormikContext } from 'formik';
import { useEffect, useState } from 'react';
import type { useDraft } from './use-draft';

interface KeepDraftProps<Values extends Record<string, string>> {
  draft: ReturnType<typeof useDraft<Values>>;
  /** What the form holds when the draft is thrown away. */
  blank: Values;
}

const isDifferent = <Values extends Record<string, string>>(one: Values, other: Values) =>
  Object.keys(other).some((name) => one[name] !== other[name]);

/**
 * Keeps what is typed into the surrounding form, and says so when it was found again. The last thing in
 * its form, where going away moves nothing.
 */
export function KeepDraft<Values extends Record<string, string>>({
  draft: { keep, restored },
  blank,
}: KeepDraftProps<Values>) {
  const { values, initialValues, dirty, resetForm } = useFormikContext<Values>();
  const [first] = useState({ values, initialValues });
  // Sending and starting afresh give the form something new to begin with.
  const asBegun = initialValues === first.initialValues;
  const untouched = asBegun && values === first.values;
  // Formik asks what has changed since the form began, and it may have begun with the draft.
  const unsent = restored && asBegun ? isDifferent(values, blank) : dirty;

  useEffect(() => {
    if (!untouched) keep(unsent ? values : null);
  }, [untouched, unsent, values, keep]);

  if (!restored || !untouched) return null;
  return (
    <p className="hint" role="status">
      What you typed before is still here.{' '}
      <button
        type="button"
        className="link-button"
        onClick={() => {
          resetForm({ values: blank });
        }}
      >
        Start afresh
      </button>
    </p>
  );
}
