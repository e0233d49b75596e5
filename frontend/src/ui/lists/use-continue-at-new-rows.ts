import { useEffect, useRef } from 'react';

function focusOn(place: HTMLElement) {
  place.tabIndex = -1;
  place.focus();
}

/**
 * Where the keyboard goes on after more rows were asked for: at the first new one. While there is none
 * it stays with the button, which is off meanwhile, and may be gone afterwards.
 * @param shown how many rows are to be seen
 * @param busy whether more are on their way
 */
export function useContinueAtNewRows(shown: number, busy: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** How many rows were there when more were asked for, and whether the search for them has begun. */
  const asked = useRef<{ from: number; begun: boolean } | null>(null);

  useEffect(() => {
    if (asked.current === null) return;
    const focused = document.activeElement;
    // Some browsers give a pressed button no focus: it is then with what is around it.
    if (focused !== button.current && focused?.contains(frame.current) === false) {
      // The reader has gone on alone.
      asked.current = null;
      return;
    }
    const next = frame.current?.querySelectorAll<HTMLElement>('tbody > tr')[asked.current.from];
    if (next) {
      asked.current = null;
      focusOn(next);
    } else if (busy) {
      asked.current.begun = true;
    } else {
      // After a search without a result: what comes later, by itself, must not take the focus again.
      if (asked.current.begun) asked.current = null;
      if (button.current) button.current.focus();
      else if (frame.current) focusOn(frame.current);
    }
  });

  return {
    frame,
    button,
    askedForMore: () => {
      asked.current = { from: shown, begun: false };
    },
  };
}
