import { useFormikContext } from 'formik';
import { useEffect, useRef, useState } from 'react';
import type { AddressForm } from '../../lib/places/address-book';
import { PhoneField } from './phone-field';
import { CountryField, PostalCodeField, RegionField } from './place-fields';
import { TextField } from './text-field';

/** A parcel's destination and the phone number for the carrier. */
export function AddressFields() {
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
    </>
  );
}

/** Most addresses do not need it. */
function SecondLine() {
  const { line2 } = useFormikContext<AddressForm>().values;
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
