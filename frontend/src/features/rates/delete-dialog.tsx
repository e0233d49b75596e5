import { Trash2 } from 'lucide-react';
import { ConfirmDialog } from '../../ui/controls/confirm-dialog';
import { notify } from '../../ui/messages/notify';
import { notSaved } from './rates-form';
import type { Changed, RatesEditor } from './use-rates';

interface DeleteDialogProps {
  editor: RatesEditor;
  /** What is deleted: "shipping method". */
  noun: string;
  /** Its name. */
  name: string;
  /** Additional text. */
  children: string;
  /** The lists without it; null if it is already deleted. */
  without: (rates: RatesEditor['rates']) => Changed | null;
  /** The message after deleting it. */
  done: string;
  onClose: (done: boolean) => void;
}

/** Asks before a shipping method or a tax is deleted. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { editor, noun, name, children, without, done, onClose } = props;

  const confirm = async () => {
    const changed = without(editor.rates);
    if (changed === null) {
      notify.info('It was already deleted.');
      return null;
    }
    const outcome = await editor.save(changed);
    if (!outcome.saved) return notSaved(outcome.error);
    notify.success(done);
    return null;
  };

  return (
    <ConfirmDialog
      question={`Delete this ${noun}?`}
      confirm={{ label: 'Delete', icon: <Trash2 className="icon" />, look: 'danger' }}
      onConfirm={confirm}
      onClose={onClose}
    >
      <b>{name}</b> {children}
    </ConfirmDialog>
  );
}
