import { useFormikContext } from 'formik';
import { useEffect } from 'react';
import type { SavedAddress } from '../../../api/contract/generated-types';
import { blankAddress, canSave, positionOf } from '../../../lib/places/address-book';
import { AddressFields } from '../../../ui/forms/address-fields';
import { CheckField } from '../../../ui/forms/choice-fields';
import { saveCheckoutDraft } from './checkout-draft';
import type { CheckoutValues } from './checkout-rules';
import type { Customer } from './customer';
import { SavedAddresses } from './saved-addresses';
import { useKnownDestination } from './use-known-destination';

interface DestinationFieldsProps {
  customer: Customer;
  /** The customer's address book; null while loading. */
  saved: SavedAddress[] | null;
}

const NONE: SavedAddress[] = [];

/** The destination. Prefills known details, and saves the input as a draft. */
export function DestinationFields({ customer, saved }: DestinationFieldsProps) {
  const { values } = useFormikContext<CheckoutValues>();
  useKnownDestination(customer, saved ?? NONE);
  const position = positionOf(saved ?? NONE, values);
  useEffect(() => {
    // The first address is prefilled, so it is not part of the draft: at the next visit another one
    // may be first.
    const typed = position === 0 ? { ...values, ...blankAddress(customer.name) } : values;
    saveCheckoutDraft(customer, typed);
  }, [customer, position, values]);
  return (
    <>
      {saved !== null && saved.length > 0 && (
        <SavedAddresses addresses={saved} name={customer.name} />
      )}
      <AddressFields />
      {!customer.isGuest && saved !== null && canSave(saved, values) && (
        <div>
          <CheckField name="saveAddress">Save this address for next time</CheckField>
        </div>
      )}
      {!customer.isGuest && <p className="hint">We will send order updates to {customer.email}.</p>}
    </>
  );
}
