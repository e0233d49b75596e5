import { CirclePlus } from 'lucide-react';
import { useRef } from 'react';
import type { SavedAddress } from '../../api/contract/generated-types';
import { sentenceFor } from '../../api/contract/problem';
import { useEndedSession } from '../../api/session/session-hooks';
import { MAX_ADDRESSES, withFirst } from '../../lib/places/address-book';
import { usePerson } from '../../lib/session/session-slice';
import { validation } from '../../lib/texts';
import { Button } from '../../ui/controls/button';
import { useDialogFor } from '../../ui/controls/confirm-dialog';
import { LoadError } from '../../ui/messages/load-error';
import { LoadingRows } from '../../ui/messages/loading-rows';
import { notify } from '../../ui/messages/notify';
import { AddressDialog } from './address-dialog';
import { AddressList } from './address-list';
import { RemoveDialog } from './remove-dialog';
import { type AddressBookEditor, CHANGED_ELSEWHERE, useAddressBook } from './use-address-book';

/** A member's saved addresses, on their profile. */
export function SavedAddresses() {
  const { email } = usePerson();
  const { query, editor } = useAddressBook(email);
  const { error, isFetching, refetch } = query;
  useEndedSession(error, [401]);

  if (editor) return <Book editor={editor} />;
  return (
    <section className="dash-section">
      <h2>Saved addresses</h2>
      {error === undefined ? (
        <LoadingRows>Loading your addresses</LoadingRows>
      ) : (
        <LoadError
          level={3}
          title="Your addresses did not load"
          onRetry={() => void refetch()}
          retrying={isFetching}
        >
          {sentenceFor(error)}
        </LoadError>
      )}
    </section>
  );
}

type DialogAction =
  { kind: 'save'; address?: SavedAddress } | { kind: 'remove'; address: SavedAddress };

function Book({ editor }: { editor: AddressBookEditor }) {
  const { name } = usePerson();
  const heading = useRef<HTMLHeadingElement>(null);
  const { row: action, open, close } = useDialogFor<DialogAction>(heading);
  const { addresses } = editor;

  const offerFirst = async (address: SavedAddress) => {
    if (editor.busy) return;
    const outcome = await editor.save((saved) => withFirst(saved, address));
    if (outcome.saved) {
      notify.success('Default address changed');
      // The button is gone: the first address has none.
      heading.current?.focus();
    } else notify.error(outcome.now ? CHANGED_ELSEWHERE : sentenceFor(outcome.error));
  };

  return (
    // No accessible name of its own: the profile has a field called Address.
    <section className="dash-section">
      <div className="dash-head">
        <h2 ref={heading} tabIndex={-1}>
          Saved addresses
        </h2>
        {addresses.length < MAX_ADDRESSES ? (
          <Button
            size="small"
            icon={<CirclePlus className="icon" />}
            onClick={() => {
              open({ kind: 'save' });
            }}
          >
            Add an address
          </Button>
        ) : (
          <p>{validation.tooMany('addresses', MAX_ADDRESSES)}</p>
        )}
      </div>
      {addresses.length === 0 ? (
        <p>
          You have no saved addresses yet. An address you add here or save at checkout is filled in
          the next time you order.
        </p>
      ) : (
        <AddressList
          addresses={addresses}
          onEdit={(address) => {
            open({ kind: 'save', address });
          }}
          onRemove={(address) => {
            open({ kind: 'remove', address });
          }}
          onOfferFirst={(address) => void offerFirst(address)}
        />
      )}
      {action?.kind === 'save' && (
        <AddressDialog editor={editor} address={action.address} name={name} onClose={close} />
      )}
      {action?.kind === 'remove' && (
        <RemoveDialog editor={editor} address={action.address} onClose={close} />
      )}
    </section>
  );
}
