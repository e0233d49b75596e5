import { useFormikContext } from 'formik';
import { useCallback, useEffect, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts';
import { usePerson } from '../../lib/session/session-slice';

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
 * @param blank the values to start with when nothing was left behind
 */
export function useDraft<Values extends Record<string, string>>(form: string, blank: Values) {
  const { email } = usePerson();
  const name = `${form}:${email}`;
  const [{ initial, restored }] = useState(() => {
    const kept = readDraft(name);
    if (kept === null) return { initial: blank, restored: false };
    const known = Object.keys(blank).filter((name) => kept[name] !== undefined);
    const texts = Object.fromEntries(known.map((name) => [name, kept[name]]));
    return { initial: { ...blank, ...texts }, restored: true };
  });
  const keep = useCallback(
    (values: Values | null) => {
      if (values === null) dropDraft(name);
      else keepDraft(name, values);
    },
    [name],
  );
  return { initial, restored, keep };
}
