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
export function useGoOn(shown: number, busy: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** How many rows were there when more were asked for. */
  const from = useRef<number | null>(null);

  useEffect(() => {
    if (from.current === null) return;
    const focused = document.activeElement;
    // Some browsers give a pressed button no focus: it is then with what is around it.
    if (focused !== button.current && focused?.contains(frame.current) === false) {
      // The reader has gone on alone.
      from.current = null;
      return;
    }
    const next = frame.current?.querySelectorAll<HTMLElement>('tbody > tr')[from.current];
    if (next) {
      from.current = null;
      focusOn(next);
    } else if (!busy) {
      if (button.current) button.current.focus();
      else if (frame.current) focusOn(frame.current);
    }
  });

  return {
    frame,
    button,
    askedForMore: () => {
      from.current = shown;
    },
  };
}
