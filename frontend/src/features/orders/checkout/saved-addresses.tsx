import { useFormikContext } from 'formik';
import { useId } from 'react';
import type { SavedAddress } from '../../../api/contract/generated-types';
import { addressForm, blankAddress, positionOf } from '../../../lib/places/address-book';
import { destinationName } from '../../../lib/places/destination';
import type { CheckoutValues } from './checkout-rules';

interface SavedAddressesProps {
  addresses: SavedAddress[];
  /** The customer's name, because most parcels are for them. */
  name: string;
}

const ANOTHER = 'another';

/** The address book to choose from. The selection follows from the fields' values. */
export function SavedAddresses({ addresses, name }: SavedAddressesProps) {
  const { values, isSubmitting, setTouched, setValues } = useFormikContext<CheckoutValues>();
  const id = useId();
  const chosen = positionOf(addresses, values);

  const choose = (option: string) => {
    const address = addresses[Number(option)];
    // The fields as they are now have not been visited.
    void setTouched({}, false);
    void setValues({ ...values, ...(address ? addressForm(address) : blankAddress(name)) });
  };

  return (
    <div className="field">
      <label htmlFor={id}>Saved addresses</label>
      <select
        id={id}
        className="input select"
        value={chosen < 0 ? ANOTHER : chosen}
        aria-disabled={isSubmitting || undefined}
        onChange={(event) => {
          if (!isSubmitting) choose(event.target.value);
        }}
      >
        {addresses.map(({ destination }, position) => (
          <option key={position} value={position}>
            {destinationName(destination)}
          </option>
        ))}
        <option value={ANOTHER}>Another address</option>
      </select>
    </div>
  );
}
