import { useFormikContext } from 'formik';
import { useEffect } from 'react';
import type { SavedAddress } from '../../../api/generated-types';
import { blankAddress, canKeep, positionOf } from '../../../lib/places/address-book';
import { AddressFields } from '../../../ui/forms/address-fields';
import { CheckField } from '../../../ui/forms/choice-fields';
import { keepCheckoutDraft } from './checkout-draft';
import type { CheckoutValues } from './checkout-rules';
import type { Customer } from './customer';
import { SavedAddresses } from './saved-addresses';
import { useKnownDestination } from './use-known-destination';

interface DestinationFieldsProps {
  customer: Customer;
  /** What is in the customer's address book; null until known. */
  saved: SavedAddress[] | null;
}

const NONE: SavedAddress[] = [];

/** Where the goods go. What is typed is kept; what the shop knows of the person is filled in. */
export function DestinationFields({ customer, saved }: DestinationFieldsProps) {
  const { values } = useFormikContext<CheckoutValues>();
  useKnownDestination(customer, saved ?? NONE);
  const position = positionOf(saved ?? NONE, values);
  useEffect(() => {
    // What is offered anyway is nothing that somebody typed: by the next visit another address may be first.
    const typed = position === 0 ? { ...values, ...blankAddress(customer.name) } : values;
    keepCheckoutDraft(customer, typed);
  }, [customer, position, values]);
  return (
    <>
      {saved !== null && saved.length > 0 && (
        <SavedAddresses addresses={saved} name={customer.name} />
      )}
      <AddressFields />
      {!customer.isGuest && saved !== null && canKeep(saved, values) && (
        <div>
          <CheckField name="keepAddress">Save this address for next time</CheckField>
        </div>
      )}
      {!customer.isGuest && <p className="hint">We will send order updates to {customer.email}.</p>}
    </>
  );
}
