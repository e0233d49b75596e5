import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';

interface ModalProps {
  title: ReactNode;
  /** Keeps the dialog open while an action is pending. */
  busy: boolean;
  onCancel: () => void;
  /** Wide enough for a table. */
  broad?: boolean;
  /**
   * Identifies the dialog's content, if that changes while it is open. Its title is then read out.
   */
  step?: string;
  /** The id of the text read out after the title; omitted if fields follow. */
  saidBy?: string;
  children: ReactNode;
}

/**
 * A modal dialog. Mounted means open. The native modal traps the focus, and returns it to the
 * opener when closed.
 */
export function Modal({
  title,
  busy,
  onCancel,
  broad = false,
  step,
  saidBy,
  children,
}: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  const titleId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // A layout effect, because only a dialog that is still in the document can restore the focus.
    return () => {
      element?.close();
    };
  }, []);

  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);

  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={titleId}
      aria-describedby={saidBy}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onCancel();
      }}
    >
      <div className={broad ? 'modal-box broad' : 'modal-box'}>
        <h2 id={titleId} ref={heading} tabIndex={step === undefined ? undefined : -1}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
