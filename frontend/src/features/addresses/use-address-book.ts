import { addressesApi } from '../../api/addresses';
import type { AddressBook, SavedAddress } from '../../api/contract/generated-types';
import { codeOf } from '../../api/contract/problem';
import { addressFields, isSameBook } from '../../lib/places/address-book';

/** A change to the address list, applied to its current state. */
export type Change = (addresses: SavedAddress[]) => SavedAddress[];

export type Outcome =
  | { saved: true }
  /** `sent` are the refused addresses; `now` what was saved elsewhere, if it could be read. */
  | { saved: false; error: unknown; sent: SavedAddress[]; now?: SavedAddress[] };

/** The saved address book, and the function to change it. */
export interface AddressBookEditor {
  addresses: SavedAddress[];
  /** A save is pending. */
  busy: boolean;
  save: (change: Change) => Promise<Outcome>;
}

/**
 * The member's address book, which is saved as a whole: concurrent saves from two browsers must not
 * lose changes.
 */
export function useAddressBook(email: string) {
  const query = addressesApi.useGetAddressBookQuery({ email }, { refetchOnMountOrArgChange: true });
  const [saveBook, { isLoading: busy }] = addressesApi.useSaveAddressBookMutation();
  const { data: book, refetch } = query;

  const save = async ({ addresses, revision }: AddressBook, change: Change): Promise<Outcome> => {
    const sent = change(addresses);
    if (isSameBook(sent, addresses)) return { saved: true };
    const addressBookRequest = { revision, addresses: sent.map(addressFields) };
    const { error } = await saveBook({ email, addressBookRequest });
    if (error === undefined) return { saved: true };
    if (codeOf(error) !== 'changed_meanwhile') return { saved: false, error, sent };
    const now = (await refetch()).data?.addresses;
    // An attempt whose response was lost may have saved it.
    if (now !== undefined && isSameBook(change(now), now)) return { saved: true };
    return { saved: false, error, sent, now };
  };

  const editor: AddressBookEditor | undefined = book && {
    addresses: book.addresses,
    busy,
    save: (change) => save(book, change),
  };
  return { query, editor };
}

/** The message for a conflict where there is no form. */
export const CHANGED_ELSEWHERE =
  'Your addresses were changed elsewhere, so nothing was saved. The list is now up to date: try again.';
