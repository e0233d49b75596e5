import {
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { Alert } from '../messages/alert';
import { Button } from './button';

interface ConfirmDialogProps {
  question: string;
  /** What exactly will happen to what. */
  children: ReactNode;
  /** What speaks against it. */
  warning?: string;
  /** Null when there is nothing left to confirm: then the dialog can only be closed. */
  confirm: { label: string; icon?: ReactNode; look: 'danger' | 'primary' } | null;
  busy: boolean;
  /** Why the last attempt failed; the question stays open. */
  problem: string | null;
  onConfirm: () => void;
  onCancel: () => void;
}

/**
 * Asks before something that cannot be undone. Mounted means open. The native modal keeps the focus
 * inside, starts it on Cancel and gives it back to the opener when closed.
 */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, children, warning, confirm, busy, problem, onConfirm, onCancel } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const questionId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    // A layout effect, because only a dialog that is still on the page can give the focus back.
    return () => {
      element?.close();
    };
  }, []);

  useEffect(() => {
    // At the start, and again after an attempt: the pressed button was off meanwhile, or is gone.
    if (!busy) cancelButton.current?.focus();
  }, [busy]);

  return (
    <dialog
      ref={dialog}
      className="modal"
      aria-labelledby={questionId}
      onCancel={(event) => {
        event.preventDefault();
        if (!busy) onCancel();
      }}
    >
      <div className="modal-box">
        <h2 id={questionId}>{question}</h2>
        <p>{children}</p>
        {warning !== undefined && (
          <div className="mb-4">
            <Alert tone="warning">
              <p>{warning}</p>
            </Alert>
          </div>
        )}
        {problem !== null && (
          <div className="mb-4">
            <Alert tone="danger">
              <p>{problem}</p>
            </Alert>
          </div>
        )}
        <div className="actions">
          <button
            ref={cancelButton}
            type="button"
            className="btn"
            disabled={busy}
            onClick={onCancel}
          >
            {confirm ? 'cancel' : 'close'}
          </button>
          {confirm && (
            <Button look={confirm.look} icon={confirm.icon} busy={busy} onClick={onConfirm}>
              {confirm.label}
            </Button>
          )}
        </div>
      </div>
    </dialog>
  );
}

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
