import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Alert } from '../messages/alert';
import { Button } from './button';
import { Modal } from './modal';

interface ConfirmDialogProps {
  question: string;
  /** What exactly will happen to which item. */
  children: ReactNode;
  /** A reason not to do it. */
  warning?: string;
  /** Null when there is nothing left to confirm: then the dialog can only be closed. */
  confirm: { label: string; icon?: ReactNode; look: 'danger' | 'primary' } | null;
  /** Returns the error, with which the dialog stays open; null on success. */
  onConfirm: () => Promise<string | null>;
  /** @param done it was confirmed, and done */
  onClose: (done: boolean) => void;
}

/** Confirms an action that should not happen by mistake. The focus starts on Cancel. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { question, children, warning, confirm, onConfirm, onClose } = props;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const cancelButton = useRef<HTMLButtonElement>(null);
  const saidBy = useId();
  const cancel = () => {
    onClose(false);
  };
  const attempt = async () => {
    setProblem(null);
    setBusy(true);
    const refused = await onConfirm();
    setBusy(false);
    setProblem(refused);
    if (refused === null) onClose(true);
  };

  useEffect(() => {
    // At the start, and again after an attempt: the pressed button was disabled in the meantime, or
    // is gone.
    if (!busy) cancelButton.current?.focus();
  }, [busy]);

  return (
    <Modal title={question} busy={busy} onCancel={cancel} saidBy={saidBy}>
      <div id={saidBy}>
        <p>{children}</p>
        {warning !== undefined && (
          <div className="notice">
            <Alert tone="warning">
              <p>{warning}</p>
            </Alert>
          </div>
        )}
      </div>
      {problem !== null && (
        <div className="notice">
          <Alert tone="danger">
            <p>{problem}</p>
          </Alert>
        </div>
      )}
      <div className="actions">
        <button ref={cancelButton} type="button" className="btn" disabled={busy} onClick={cancel}>
          {confirm ? 'cancel' : 'close'}
        </button>
        {confirm && (
          <Button
            look={confirm.look}
            icon={confirm.icon}
            busy={busy}
            onClick={() => void attempt()}
          >
            {confirm.label}
          </Button>
        )}
      </div>
    </Modal>
  );
}

/**
 * The row that an open dialog is about; null without one.
 * @param heading receives the focus when the row is gone
 */
export function useDialogFor<Row>(heading: RefObject<HTMLElement | null>) {
  const [row, setRow] = useState<Row | null>(null);

  const close = (done: boolean) => {
    // The dialog returns the focus to its opener; if that is gone, the heading receives it.
    flushSync(() => {
      setRow(null);
    });
    if (done) heading.current?.focus();
  };

  return { row, open: setRow, close };
}
