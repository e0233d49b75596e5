import { useEffect } from 'react';
import { addressesApi } from '../../api/addresses';
import type { Destination, SavedAddress } from '../../api/generated-types';
import { shopApi } from '../../api/index';
import { refreshName } from '../../api/name-sync';
import { useShopDispatch } from '../../api/session-hooks';
import { destinationText } from '../../lib/places/destination';
import type { Contact } from './contact-rules';

export interface KnownContact extends Contact {
  /** The same address in fields, if it was given so. */
  destination?: Destination;
}

/** Asks for the person's name as it is by now; the session has it then. */
export function useFreshName(): void {
  const dispatch = useShopDispatch();
  useEffect(() => {
    void dispatch(refreshName());
  }, [dispatch]);
}

interface Asked {
  /** Empty while nobody has said who they are. */
  email: string;
  /** They have neither a profile nor an address book. */
  isGuest: boolean;
}

const NONE: SavedAddress[] = [];

/** What stands in a member's address book; null until known, and none when it cannot be read. */
export function useSavedAddresses({ email, isGuest }: Asked): SavedAddress[] | null {
  const skip = isGuest || email === '';
  const { currentData, isError } = addressesApi.useGetAddressBookQuery({ email }, { skip });
  return currentData?.addresses ?? (skip || isError ? NONE : null);
}

/**
 * The first address of the person's address book, or where they had their last paid order sent, or else what their
 * profile says; null until known. Not an unpaid order: who used this address before it was confirmed may have placed
 * it, to have goods sent to themselves.
 */
export function useKnownContact({ email, isGuest }: Asked): KnownContact | null {
  const saved = useSavedAddresses({ email, isGuest });
  const first = saved?.[0];
  const orders = shopApi.useListOrdersOfQuery(
    { key: email, limit: 5 },
    { skip: email === '' || saved === null || first !== undefined },
  );
  const last = orders.currentData?.find((order) => order.paid);
  const asked = orders.currentData !== undefined || orders.isError;
  const profile = shopApi.useGetUserQuery(
    { email },
    { skip: isGuest || !asked || last !== undefined || first !== undefined },
  );

  if (first) return { ...first, address: destinationText(first.destination) };
  if (last) return last;
  if (!profile.currentData) return null;
  const { address, phone } = profile.currentData;
  return { address: address ?? '', phone: phone ?? '' };
}
