import { addressFields, isSameBook, withFirst } from '../../lib/places/address-book';
import { selectMember, type SessionThunk } from '../../lib/session/session-slice';
import { addressesApi } from '../addresses';
import type { SavedAddress } from '../contract/generated-types';
import { saveDocument } from '../save-document';

/**
 * Puts an address first in the member's address book. The order has already been placed, so a
 * failure is not reported.
 */
export function saveAddress(address: SavedAddress): SessionThunk {
  return async (dispatch, getState) => {
    const { getAddressBook, saveAddressBook } = addressesApi.endpoints;
    const email = selectMember(getState())?.email;
    if (email === undefined) return;
    await saveDocument<SavedAddress[]>({
      read: async () => {
        const { data: book } = await dispatch(
          getAddressBook.initiate({ email }, { forceRefetch: true, subscribe: false }),
        );
        if (book === undefined || selectMember(getState())?.email !== email) return null;
        return { revision: book.revision, content: book.addresses };
      },
      change: (saved) => withFirst(saved, address),
      isSame: isSameBook,
      write: ({ revision, content }) => {
        const addressBookRequest = { revision, addresses: content.map(addressFields) };
        return dispatch(saveAddressBook.initiate({ email, addressBookRequest }, { track: false }));
      },
      // One retry if another browser was faster.
      maxTries: 2,
    });
  };
}
