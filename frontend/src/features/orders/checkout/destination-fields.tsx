import { useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import { CountryField, PostalCodeField, RegionField } from '../../../ui/forms/place-fields';
import { TextField } from '../../../ui/forms/text-field';
import { PhoneField } from '../contact-fields';
import { keepCheckoutDraft } from './checkout-draft';
import type { CheckoutValues } from './checkout-rules';
import type { Customer } from './customer';
import { useKnownDestination } from './use-known-destination';

/** Where the goods go. What is typed is kept; what the shop knows of the person is filled in. */
export function DestinationFields({ customer }: { customer: Customer }) {
  const { values } = useFormikContext<CheckoutValues>();
  useKnownDestination(customer);
  useEffect(() => {
    keepCheckoutDraft(customer, values);
  }, [customer, values]);
  return (
    <>
      <TextField name="recipient" label="Name of recipient" autoComplete="shipping name" />
      <TextField name="line1" label="Street address" autoComplete="shipping address-line1" />
      <SecondLine />
      <div className="pair">
        <PostalCodeField />
        <TextField name="city" label="City" autoComplete="shipping address-level2" />
      </div>
      <div className="pair">
        <RegionField />
        <CountryField />
      </div>
      <PhoneField />
      {!customer.isGuest && <p className="hint">News of the order goes to {customer.email}.</p>}
    </>
  );
}

/** Most addresses get by without it. */
function SecondLine() {
  const { line2 } = useFormikContext<CheckoutValues>().values;
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) place.current?.querySelector('input')?.focus();
  }, [open]);

  if (!open && line2 === '') {
    return (
      <button
        type="button"
        className="link-button second-line"
        onClick={() => {
          setOpen(true);
        }}
      >
        Add apartment or suite
      </button>
    );
  }
  return (
    <div ref={place}>
      <TextField
        name="line2"
        label="Apartment or suite"
        autoComplete="shipping address-line2"
        hint="If your address has one"
      />
    </div>
  );
}
