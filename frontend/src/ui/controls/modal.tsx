import { type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';

interface ModalProps {
  title: ReactNode;
  /** While something is being done, the dialog stays open. */
  busy: boolean;
  onCancel: () => void;
  /** Has the room for a table. */
  broad?: boolean;
  /** Names what the dialog shows, when that changes while it is open. Its title is read out then. */
  step?: string;
  /** The id of what it says, read out after its title; absent when fields follow. */
  saidBy?: string;
  children: ReactNode;
}

/**
 * A dialog over the page. Mounted means open. The native modal keeps the focus inside, and gives it
 * back to the opener when closed.
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
    // A layout effect, because only a dialog that is still on the page can give the focus back.
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
