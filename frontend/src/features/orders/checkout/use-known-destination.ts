import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import type { Destination } from '../../../api/generated-types';
import { useFreshName, useKnownContact } from '../known-contact';
import type { CheckoutValues } from './checkout-rules';
import type { Customer } from './customer';

const STREET = ['line1', 'line2', 'city'] as const;
const PLACE = ['region', 'postalCode'] as const;

/** A destination as the form has it. */
const fieldsOf = (destination: Destination) => ({
  recipient: destination.recipient,
  line1: destination.line1,
  line2: destination.line2 ?? '',
  city: destination.city,
  region: destination.region ?? '',
  postalCode: destination.postalCode ?? '',
  country: destination.country,
});

/** Fills in what the shop knows of the customer, where they have not turned to the form themselves. */
export function useKnownDestination(customer: Customer): void {
  const { name } = customer;
  const { touched, setValues, setFieldValue, values } = useFormikContext<CheckoutValues>();
  const known = useKnownContact(customer);
  useFreshName();

  const nameBefore = useRef(name);
  useEffect(() => {
    if (name === nameBefore.current) return;
    const isAsOffered = values.recipient === nameBefore.current;
    nameBefore.current = name;
    if (isAsOffered) void setFieldValue('recipient', name);
  }, [name, values.recipient, setFieldValue]);

  const offered = useRef(false);
  useEffect(() => {
    if (known === null || offered.current) return;
    offered.current = true;
    const { destination, phone } = known;
    void setValues((typed) => {
      const isBlank = (field: keyof CheckoutValues) =>
        typed[field] === '' && touched[field] !== true;
      const address = destination && fieldsOf(destination);
      // All of it or nothing: half of one address and half of another lead nowhere.
      const fits =
        address !== undefined &&
        STREET.every(isBlank) &&
        PLACE.every((field) => isBlank(field) || typed[field] === address[field]);
      return { ...typed, ...(fits && address), phone: isBlank('phone') ? phone : typed.phone };
    });
  }, [known, touched, setValues]);
}
