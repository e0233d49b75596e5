import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Parts } from '../../ui/data/exact';

interface FilterSheetProps {
  /** The number of results; null while unknown. */
  total: number | null;
  children: ReactNode;
  onClear: () => void;
  onClose: () => void;
}

/** The filters, where they do not fit next to the list. Mounted means open. */
export function FilterSheet({ total, children, onClear, onClose }: FilterSheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      className="drawer"
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <header>
        <h2 id={heading}>Filters</h2>
        <button type="button" className="btn btn-square" aria-label="Close" onClick={onClose}>
          <X className="icon" />
        </button>
      </header>
      <div className="drawer-content">{children}</div>
      <footer>
        <button type="button" className="btn" onClick={onClear}>
          Clear all
        </button>
        <button type="button" className="btn btn-primary" onClick={onClose}>
          {total === null ? (
            'Show parts'
          ) : (
            <span>
              Show <Parts of={total} />
            </span>
          )}
        </button>
      </footer>
    </dialog>
  );
}
