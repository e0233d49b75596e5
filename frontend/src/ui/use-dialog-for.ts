import { useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

/**
 * The row that an open dialog is about; null while there is none.
 * @param heading takes the focus when the row is gone
 */
export function useDialogFor<Row>(heading: RefObject<HTMLElement | null>) {
  const [row, setRow] = useState<Row | null>(null);

  const close = (done: boolean) => {
    // The dialog gives the focus back to its opener; when that is gone, the heading takes it.
    flushSync(() => {
      setRow(null);
    });
    if (done) heading.current?.focus();
  };

  return { row, open: setRow, close };
}
