import { Trash2 } from 'lucide-react';
import { adminApi } from '../../../api/admin';
import type { Part } from '../../../api/contract/generated-types';
import { sentenceFor } from '../../../api/contract/problem';
import { questions, toasts } from '../../../lib/texts';
import { ConfirmDialog } from '../../../ui/controls/confirm-dialog';
import { notify } from '../../../ui/messages/notify';

interface DeletePartDialogProps {
  part: Part;
  onClose: (deleted: boolean) => void;
}

/** Asks before a part is deleted. It can be restored. */
export function DeletePartDialog({ part, onClose }: DeletePartDialogProps) {
  const [deletePart] = adminApi.useDeletePartMutation();

  const confirm = async () => {
    const { error } = await deletePart({ id: part._id });
    if (error) return sentenceFor(error);
    // Whatever the number of deleted parts: a part that was already gone counts as deleted.
    notify.success(toasts.productDeleted);
    return null;
  };

  return (
    <ConfirmDialog
      question={questions.deleteProduct}
      confirm={{ label: 'Delete', icon: <Trash2 className="icon" />, look: 'danger' }}
      onConfirm={confirm}
      onClose={onClose}
    >
      <b>{part.title}</b> will be removed from the shop. Existing orders for it stay and can still
      be paid. You can put it back later.
    </ConfirmDialog>
  );
}
