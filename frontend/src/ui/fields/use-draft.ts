import { useCallback, useState } from 'react';
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts';
import { usePerson } from '../../lib/session/use-person';

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
