import type { SavedAddress } from '../../api/contract/generated-types';
import {
  addressForm,
  addressOf,
  blankAddress,
  positionOf,
  withInPlace,
} from '../../lib/places/address-book';
import { AddressFields } from '../../ui/forms/address-fields';
import { FormDialog } from '../../ui/forms/form-dialog';
import { notify } from '../../ui/messages/notify';
import { addressSchema, CHANGED, GONE, refuseAddress } from './address-form';
import type { AddressBookEditor } from './use-address-book';

interface AddressDialogProps {
  editor: AddressBookEditor;
  /** The address to change; undefined to add one. */
  address?: SavedAddress;
  /** The member's name, because most parcels are for them. */
  name: string;
  onClose: (done: boolean) => void;
}

/** Changes or adds a saved address. */
export function AddressDialog({ editor, address, name, onClose }: AddressDialogProps) {
  return (
    <FormDialog
      title={address ? 'Edit address' : 'Add an address'}
      initialValues={address ? addressForm(address) : blankAddress(name)}
      schema={addressSchema}
      onSubmit={async (values, form) => {
        const typed = addressOf(values);
        const outcome = await editor.save((addresses) => withInPlace(addresses, typed, address));
        if (outcome.saved) {
          notify.success(address ? 'Address saved' : 'Address added');
          return null;
        }
        const { error, sent, now } = outcome;
        if (now === undefined) return refuseAddress(error, sent, values, form);
        const isGone = address !== undefined && positionOf(now, addressForm(address)) < 0;
        return isGone ? GONE : CHANGED;
      }}
      onClose={onClose}
    >
      <AddressFields />
    </FormDialog>
  );
}
