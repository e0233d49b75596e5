import { addressFields, isSameBook, withFirst } from '../../lib/places/address-book';
import { selectMember, type SessionThunk } from '../../lib/session/session-slice';
import { addressesApi } from '../addresses';
import type { SavedAddress } from '../contract/generated-types';
import { codeOf } from '../contract/problem';

/** One retry if another browser was faster. */
const MAX_TRIES = 2;

/**
 * Puts an address first in the member's address book. The order has already been placed, so a
 * failure is not reported.
 */
export function keepAddress(address: SavedAddress): SessionThunk {
  return async (dispatch, getState) => {
    const { getAddressBook, saveAddressBook } = addressesApi.endpoints;
    const email = selectMember(getState())?.email;
    if (email === undefined) return;
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const { data: book } = await dispatch(
        getAddressBook.initiate({ email }, { forceRefetch: true, subscribe: false }),
      );
      if (book === undefined || selectMember(getState())?.email !== email) return;
      const addresses = withFirst(book.addresses, address);
      if (isSameBook(addresses, book.addresses)) return;
      const addressBookRequest = {
        revision: book.revision,
        addresses: addresses.map(addressFields),
      };
      const { error } = await dispatch(
        saveAddressBook.initiate({ email, addressBookRequest }, { track: false }),
      );
      if (codeOf(error) !== 'changed_meanwhile') return;
    }
  };
}
