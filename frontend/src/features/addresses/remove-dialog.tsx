import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SavedAddress } from '../../api/contract/generated-types';
import { sentenceFor } from '../../api/contract/problem';
import { without } from '../../lib/places/address-book';
import { destinationName } from '../../lib/places/destination';
import { ConfirmDialog } from '../../ui/controls/confirm-dialog';
import { notify } from '../../ui/messages/notify';
import { type AddressDesk, CHANGED_ELSEWHERE } from './use-address-book';

interface RemoveDialogProps {
  desk: AddressDesk;
  address: SavedAddress;
  onClose: (done: boolean) => void;
}

/** Asks before an address is removed. */
export function RemoveDialog({ desk, address, onClose }: RemoveDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);

  const remove = async () => {
    setProblem(null);
    const outcome = await desk.save((addresses) => without(addresses, address));
    if (outcome.saved) {
      notify.success('Address removed');
      onClose(true);
    } else setProblem(outcome.now ? CHANGED_ELSEWHERE : sentenceFor(outcome.error));
  };

  return (
    <ConfirmDialog
      question="Remove this address?"
      confirm={{ label: 'Remove', icon: <Trash2 className="icon" />, look: 'danger' }}
      busy={desk.busy}
      problem={problem}
      onConfirm={() => void remove()}
      onCancel={() => {
        onClose(false);
      }}
    >
      <b>{destinationName(address.destination)}</b> is no longer offered. Orders that went there
      stay as they are.
    </ConfirmDialog>
  );
}
