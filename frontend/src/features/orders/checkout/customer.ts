import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { selectMember, selectPerson, type Person } from '../../../lib/session/session-slice';

/** The customer: a member, or a guest who may not have given any details yet. */
export interface Customer extends Person {
  isGuest: boolean;
}

export function useCustomer(): Customer {
  const { name = '', email = '' } = useSelector(selectPerson) ?? {};
  const isGuest = useSelector(selectMember) === null;
  return useMemo(() => ({ name, email, isGuest }), [name, email, isGuest]);
}

/** The key of this customer's checkout drafts and attempts. A browser has one guest at a time. */
export const checkoutOf = ({ email, isGuest }: Customer) =>
  isGuest ? 'checkout by a guest' : `checkout by ${email}`;
