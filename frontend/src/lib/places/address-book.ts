/** An address with the phone number for the carrier: in form format, and as saved in the shop. */
import { addressBookRequestMaxItems } from '../../api/contract/generated-types';
import type {
  Country,
  Destination,
  DestinationFields,
  SavedAddress,
} from '../../api/contract/generated-types';
import { HOME } from './countries';
import type { Place } from './place';

/** The form's values. */
export interface AddressForm extends Place {
  recipient: string;
  line1: string;
  line2: string;
  city: string;
  phone: string;
}

export const MAX_ADDRESSES = addressBookRequestMaxItems.addresses;

export const blankAddress = (recipient = ''): AddressForm => ({
  recipient,
  line1: '',
  line2: '',
  postalCode: '',
  city: '',
  region: '',
  country: HOME,
  phone: '',
});

/** A destination in form format. */
export const destinationForm = (destination: Destination) => ({
  recipient: destination.recipient,
  line1: destination.line1,
  line2: destination.line2 ?? '',
  city: destination.city,
  region: destination.region ?? '',
  postalCode: destination.postalCode ?? '',
  country: destination.country,
});

export const addressForm = ({ destination, phone }: SavedAddress): AddressForm => ({
  ...destinationForm(destination),
  phone,
});

const textOf = (typed: string) => (typed.trim() === '' ? undefined : typed.trim());

/** The destination of validated form values. */
const destinationOf = (values: AddressForm): Destination => ({
  recipient: values.recipient.trim(),
  line1: values.line1.trim(),
  line2: textOf(values.line2),
  city: values.city.trim(),
  region: textOf(values.region),
  postalCode: textOf(values.postalCode),
  country: values.country,
});

export const addressOf = (values: AddressForm): SavedAddress => ({
  destination: destinationOf(values),
  phone: values.phone.trim(),
});

/** The request format; the server only sends valid country codes. */
export const addressFields = ({ destination, phone }: SavedAddress) => ({
  destination: {
    ...destination,
    country: destination.country as Country,
  } satisfies DestinationFields,
  phone,
});

const FIELDS = Object.keys(blankAddress()) as (keyof AddressForm)[];

/** Whether two addresses are equal, including the phone; surrounding spaces are ignored. */
const isAlike = (one: AddressForm, other: AddressForm) =>
  FIELDS.every((field) => one[field].trim() === other[field].trim());

const isSame = (one: SavedAddress, other: SavedAddress) =>
  isAlike(addressForm(one), addressForm(other));

/** The position of the form's address in a list; -1 if absent. */
export const positionOf = (addresses: readonly SavedAddress[], values: AddressForm): number =>
  addresses.findIndex((address) => isAlike(addressForm(address), values));

export const without = (addresses: readonly SavedAddress[], address: SavedAddress) =>
  addresses.filter((each) => !isSame(each, address));

/** Whether the typed address can be added: it is not in the book yet, and the book is not full. */
export const canSave = (addresses: SavedAddress[], typed: AddressForm): boolean =>
  addresses.length < MAX_ADDRESSES && positionOf(addresses, typed) < 0;

/**
 * The list with an address moved or added to the front; the last one is dropped if the list is
 * full.
 */
export const withFirst = (addresses: readonly SavedAddress[], first: SavedAddress) =>
  [first, ...without(addresses, first)].slice(0, MAX_ADDRESSES);

/**
 * The list with an address replaced, or added at the end if the other is absent; without
 * duplicates.
 */
export function withInPlace(
  addresses: readonly SavedAddress[],
  address: SavedAddress,
  before: SavedAddress | undefined,
): SavedAddress[] {
  const at = before === undefined ? -1 : positionOf(addresses, addressForm(before));
  if (at < 0) {
    const isThere = addresses.some((each) => isSame(each, address));
    return isThere ? [...addresses] : [...addresses, address];
  }
  return addresses.flatMap((each, position) => {
    if (position === at) return [address];
    return isSame(each, address) ? [] : [each];
  });
}

/** Whether two lists have the same addresses in the same order. */
export const isSameBook = (one: readonly SavedAddress[], other: readonly SavedAddress[]) =>
  one.length === other.length &&
  one.every((address, position) => {
    const there = other[position];
    return there !== undefined && isSame(address, there);
  });
