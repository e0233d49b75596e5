import { useEffect, useRef } from 'react';

function focusOn(place: HTMLElement) {
  place.tabIndex = -1;
  place.focus();
}

/**
 * Moves the keyboard focus after loading more: to the first new row. Until there is one, it stays
 * with the button, which is disabled in the meantime and may disappear afterward.
 * @param shown how many rows are shown
 * @param busy whether more are loading
 */
export function useContinueAtNewRows(shown: number, busy: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  /** The number of rows when more were requested, and whether loading has started. */
  const request = useRef<{ from: number; begun: boolean } | null>(null);

  useEffect(() => {
    if (request.current === null) return;
    const focused = document.activeElement;
    // Some browsers do not focus a pressed button: the focus is then on an ancestor.
    if (focused !== button.current && focused?.contains(frame.current) === false) {
      // The user has moved the focus.
      request.current = null;
      return;
    }
    const next = frame.current?.querySelectorAll<HTMLElement>('tbody > tr')[request.current.from];
    if (next) {
      request.current = null;
      focusOn(next);
    } else if (busy) {
      request.current.begun = true;
    } else {
      // After a load without new rows: rows that arrive later must not take the focus.
      if (request.current.begun) request.current = null;
      if (button.current) button.current.focus();
      else if (frame.current) focusOn(frame.current);
    }
  });

  return {
    frame,
    button,
    requestedMore: () => {
      request.current = { from: shown, begun: false };
    },
  };
}
