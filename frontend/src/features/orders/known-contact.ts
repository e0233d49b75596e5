import { useEffect } from 'react';
import type { Destination } from '../../api/generated-types';
import { shopApi } from '../../api/index';
import { refreshName } from '../../api/name-sync';
import { useShopDispatch } from '../../api/session-hooks';
import type { Contact } from './contact-rules';

interface KnownContact extends Contact {
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
  /** They have no profile. */
  isGuest: boolean;
}

/**
 * Where the person had their last paid order sent, or else what their profile says; null until known. Not an unpaid
 * one: who used this address before it was confirmed may have placed it, to have goods sent to themselves.
 */
export function useKnownContact({ email, isGuest }: Asked): KnownContact | null {
  const orders = shopApi.useListOrdersOfQuery({ key: email, limit: 5 }, { skip: email === '' });
  const last = orders.currentData?.find((order) => order.paid);
  const asked = orders.currentData !== undefined || orders.isError;
  const profile = shopApi.useGetUserQuery(
    { email },
    { skip: isGuest || !asked || last !== undefined },
  );

  if (last) return last;
  if (!profile.currentData) return null;
  const { address, phone } = profile.currentData;
  return { address: address ?? '', phone: phone ?? '' };
}
