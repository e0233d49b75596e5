import { Trash2 } from 'lucide-react';
import type { SavedAddress } from '../../api/contract/generated-types';
import { sentenceFor } from '../../api/contract/problem';
import { without } from '../../lib/places/address-book';
import { destinationName } from '../../lib/places/destination';
import { ConfirmDialog } from '../../ui/controls/confirm-dialog';
import { notify } from '../../ui/messages/notify';
import { type AddressBookEditor, CHANGED_ELSEWHERE } from './use-address-book';

interface RemoveDialogProps {
  editor: AddressBookEditor;
  address: SavedAddress;
  onClose: (done: boolean) => void;
}

/** Asks before an address is removed. */
export function RemoveDialog({ editor, address, onClose }: RemoveDialogProps) {
  const remove = async () => {
    const outcome = await editor.save((addresses) => without(addresses, address));
    if (!outcome.saved) return outcome.now ? CHANGED_ELSEWHERE : sentenceFor(outcome.error);
    notify.success('Address removed');
    return null;
  };

  return (
    <ConfirmDialog
      question="Remove this address?"
      confirm={{ label: 'Remove', icon: <Trash2 className="icon" />, look: 'danger' }}
      onConfirm={remove}
      onClose={onClose}
    >
      <b>{destinationName(address.destination)}</b> is no longer offered. Orders that went there
      stay as they are.
    </ConfirmDialog>
  );
}
