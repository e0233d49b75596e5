import { useEffect } from 'react';
import { addressesApi } from '../../api/addresses';
import type { Destination, SavedAddress } from '../../api/contract/generated-types';
import { shopApi } from '../../api/index';
import { refreshName } from '../../api/sync/name-sync';
import { useShopDispatch } from '../../api/session/session-hooks';
import { destinationText } from '../../lib/places/destination';
import type { Contact } from './contact-rules';

export interface KnownContact extends Contact {
  /** The same address in fields, if available. */
  destination?: Destination;
}

/** Refetches the user's name, which updates the session. */
export function useFreshName(): void {
  const dispatch = useShopDispatch();
  useEffect(() => {
    void dispatch(refreshName());
  }, [dispatch]);
}

interface Buyer {
  /** Empty while the customer is unknown. */
  email: string;
  /** Guests have neither a profile nor an address book. */
  isGuest: boolean;
}

const NONE: SavedAddress[] = [];

/** A member's address book; null while loading, and empty if it cannot be read. */
export function useSavedAddresses({ email, isGuest }: Buyer): SavedAddress[] | null {
  const skip = isGuest || email === '';
  const { currentData, isError } = addressesApi.useGetAddressBookQuery({ email }, { skip });
  return currentData?.addresses ?? (skip || isError ? NONE : null);
}

/**
 * The first address in the user's address book, or the destination of their last paid order, or
 * else their profile's address; null while loading. Unpaid orders are ignored: another person who
 * used this email address before it was confirmed may have placed them, with goods going to
 * themselves.
 */
export function useKnownContact({ email, isGuest }: Buyer): KnownContact | null {
  const saved = useSavedAddresses({ email, isGuest });
  const first = saved?.[0];
  const orders = shopApi.useListOrdersOfQuery(
    { key: email, limit: 5 },
    { skip: email === '' || saved === null || first !== undefined },
  );
  const last = orders.currentData?.find((order) => order.paid);
  const ordersLoaded = orders.currentData !== undefined || orders.isError;
  const profile = shopApi.useGetUserQuery(
    { email },
    { skip: isGuest || !ordersLoaded || last !== undefined || first !== undefined },
  );

  if (first) return { ...first, address: destinationText(first.destination) };
  if (last) return last;
  if (!profile.currentData) return null;
  const { address, phone } = profile.currentData;
  return { address: address ?? '', phone: phone ?? '' };
}
