import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import { TextField } from '../../ui/forms/text-field';
import type { Contact } from './contact-rules';
import { useFreshName, useKnownContact } from './known-contact';

/** The customer, taken from the account. */
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

interface Customer extends Contact {
  name: string;
  email: string;
}

/** Prefills the customer's known details, and refetches the name. */
export function useKnownCustomer(name: string): void {
  const { values, touched, setFieldValue } = useFormikContext<Customer>();
  const { email, address, phone } = values;
  const known = useKnownContact({ email, isGuest: false });
  useFreshName();

  useEffect(() => {
    if (values.name !== name) void setFieldValue('name', name);
  }, [values.name, name, setFieldValue]);

  const offered = useRef(false);
  useEffect(() => {
    if (known === null || offered.current) return;
    offered.current = true;
    // Only empty, untouched fields: the customer's input takes precedence.
    const offer = (field: keyof Contact, typed: string) => {
      if (typed !== '' || touched[field] === true || known[field] === '') return;
      void setFieldValue(field, known[field]);
    };
    offer('address', address);
    offer('phone', phone);
  }, [known, address, phone, touched, setFieldValue]);
}
