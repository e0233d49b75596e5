import { useMemo } from 'react';
import { useSelector } from 'react-redux';
import { selectMember, selectPerson, type Person } from '../../../lib/session/session-slice';

/** Who orders: a member, or a guest, of whom nothing may be known yet. */
export interface Customer extends Person {
  isGuest: boolean;
}

export function useCustomer(): Customer {
  const { name = '', email = '' } = useSelector(selectPerson) ?? {};
  const isGuest = useSelector(selectMember) === null;
  return useMemo(() => ({ name, email, isGuest }), [name, email, isGuest]);
}

/** What drafts and attempts of this customer's checkout are called. One guest at a time is at a browser. */
export const checkoutOf = ({ email, isGuest }: Customer) =>
  isGuest ? 'checkout by a guest' : `checkout by ${email}`;
