import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import type { Destination, SavedAddress } from '../../../api/contract/generated-types';
import { destinationForm, positionOf } from '../../../lib/places/address-book';
import { useFreshName, useKnownContact } from '../known-contact';
import type { CheckoutValues } from './checkout-rules';
import type { Customer } from './customer';

const STREET = ['line1', 'line2', 'city'] as const;
const PLACE = ['region', 'postalCode'] as const;

/**
 * Prefills the customer's known details in fields they have not used.
 * @param saved the customer's address book, if known
 */
export function useKnownDestination(customer: Customer, saved: SavedAddress[]): void {
  const { name } = customer;
  const { touched, setValues, setFieldValue, values } = useFormikContext<CheckoutValues>();
  const known = useKnownContact(customer);
  useFreshName();

  const nameBefore = useRef(name);
  useEffect(() => {
    if (name === nameBefore.current) return;
    const isAsOffered = values.recipient === nameBefore.current && positionOf(saved, values) < 0;
    nameBefore.current = name;
    if (isAsOffered) void setFieldValue('recipient', name);
  }, [name, values, saved, setFieldValue]);

  const offered = useRef(false);
  useEffect(() => {
    if (known === null || offered.current) return;
    offered.current = true;
    void setValues((typed) => {
      const isBlank = (field: keyof CheckoutValues) =>
        typed[field] === '' && touched[field] !== true;
      // All of an address or none: a mix of two addresses is invalid.
      const fits = (destination: Destination | undefined) => {
        const address = destination && destinationForm(destination);
        return (
          address !== undefined &&
          STREET.every(isBlank) &&
          PLACE.every((field) => isBlank(field) || typed[field] === address[field])
        );
      };
      // The place chosen in the cart may belong to another address in the book.
      const offer = [...saved, known].find(({ destination }) => fits(destination));
      return {
        ...typed,
        ...(offer?.destination && destinationForm(offer.destination)),
        phone: isBlank('phone') ? (offer ?? known).phone : typed.phone,
      };
    });
  }, [known, saved, touched, setValues]);
}
