import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import { shopApi } from '../../api/index';
import { refreshName } from '../../api/name-sync';
import { useShopDispatch } from '../../api/session-hooks';
import { TextField } from '../../ui/forms/text-field';
import type { Contact } from './contact-rules';

/** Whose order it is: that comes from the account. */
export function CustomerFields() {
  return (
    <div className="pair">
      <TextField name="name" label="Name" autoComplete="name" readOnly />
      <TextField name="email" label="Email" type="email" autoComplete="email" readOnly />
    </div>
  );
}

export function AddressField() {
  return <TextField name="address" label="Address" autoComplete="street-address" />;
}

export function PhoneField() {
  return <TextField name="phone" label="Phone" type="tel" autoComplete="tel" />;
}

interface Customer extends Contact {
  name: string;
  email: string;
}

/** Fills in what the shop knows of the customer, and asks for the name as it is by now. */
export function useKnownCustomer(name: string): void {
  const dispatch = useShopDispatch();
  const { values, touched, setFieldValue } = useFormikContext<Customer>();
  const { email, address, phone } = values;
  const contact = useKnownContact(email);

  useEffect(() => {
    void dispatch(refreshName());
  }, [dispatch]);

  useEffect(() => {
    if (values.name !== name) void setFieldValue('name', name);
  }, [values.name, name, setFieldValue]);

  const offered = useRef(false);
  useEffect(() => {
    if (contact === null || offered.current) return;
    offered.current = true;
    // Only into fields that the customer has not turned to yet: what they type is right.
    const offer = (field: keyof Contact, typed: string) => {
      if (typed !== '' || touched[field] === true || contact[field] === '') return;
      void setFieldValue(field, contact[field]);
    };
    offer('address', address);
    offer('phone', phone);
  }, [contact, address, phone, touched, setFieldValue]);
}

/**
 * Where the person had their last paid order sent, or else what their profile says; null until known. Not an unpaid
 * one: who used this address before it was confirmed may have placed it, to have goods sent to themselves.
 */
function useKnownContact(email: string): Contact | null {
  const orders = shopApi.useListOrdersOfQuery({ key: email, limit: 5 });
  const last = orders.currentData?.find((order) => order.paid);
  const asked = orders.currentData !== undefined || orders.isError;
  const profile = shopApi.useGetUserQuery({ email }, { skip: !asked || last !== undefined });

  if (last) return { address: last.address, phone: last.phone };
  if (!profile.currentData) return null;
  const { address, phone } = profile.currentData;
  return { address: address ?? '', phone: phone ?? '' };
}
