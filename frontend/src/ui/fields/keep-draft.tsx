import { useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import type { useDraft } from './use-draft';

interface KeepDraftProps<Values extends Record<string, string>> {
  draft: ReturnType<typeof useDraft<Values>>;
  /** What the form holds when the draft is thrown away. */
  blank: Values;
}

/**
 * Keeps what is typed into the surrounding form, and says so when it was found again. The last thing in
 * its form, where going away moves nothing.
 */
export function KeepDraft<Values extends Record<string, string>>({
  draft: { keep, restored },
  blank,
}: KeepDraftProps<Values>) {
  const { values, dirty, resetForm } = useFormikContext<Values>();
  const [found] = useState(restored ? values : null);
  const seen = useRef(values);

  useEffect(() => {
    if (seen.current === values) return;
    seen.current = values;
    keep(dirty ? values : null);
  }, [values, dirty, keep]);

  if (found !== values) return null;
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
