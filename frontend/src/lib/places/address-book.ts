/** An address with the phone that the carrier calls: as a form has it, and as the shop keeps it. */
import { addressBookRequestMaxItems } from '../../api/generated-limits';
import type {
  Country,
  Destination,
  DestinationFields,
  SavedAddress,
} from '../../api/generated-types';
import { HOME } from './countries';
import type { Place } from './place';

/** What is filled in. */
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

/** A destination as a form has it. */
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

/** The destination of values that the rules of a form have let through. */
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

/** As it is sent: the code that the server tells is a country. */
export const addressFields = ({ destination, phone }: SavedAddress) => ({
  destination: {
    ...destination,
    country: destination.country as Country,
  } satisfies DestinationFields,
  phone,
});

const FIELDS = Object.keys(blankAddress()) as (keyof AddressForm)[];

/** Whether two addresses say the same, the phone as well; space around a text says nothing. */
const isAlike = (one: AddressForm, other: AddressForm) =>
  FIELDS.every((field) => one[field].trim() === other[field].trim());

const isSame = (one: SavedAddress, other: SavedAddress) =>
  isAlike(addressForm(one), addressForm(other));

/** Where what a form holds stands in a list; -1 when it does not. */
export const positionOf = (addresses: readonly SavedAddress[], values: AddressForm): number =>
  addresses.findIndex((address) => isAlike(addressForm(address), values));

export const without = (addresses: readonly SavedAddress[], address: SavedAddress) =>
  addresses.filter((each) => !isSame(each, address));

/** Whether what is typed can join the book: it is not in there, and takes no other's place. */
export const canKeep = (addresses: SavedAddress[], typed: AddressForm): boolean =>
  addresses.length < MAX_ADDRESSES && positionOf(addresses, typed) < 0;

/** The list with an address at its head, and nowhere else; the last one makes room where there is none. */
export const withFirst = (addresses: readonly SavedAddress[], first: SavedAddress) =>
  [first, ...without(addresses, first)].slice(0, MAX_ADDRESSES);

/** The list with an address in the place of another, or at its end when that is not there; never twice. */
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

/** Whether two lists hold the same, in the same order. */
export const isSameBook = (one: readonly SavedAddress[], other: readonly SavedAddress[]) =>
  one.length === other.length &&
  one.every((address, position) => {
    const there = other[position];
    return there !== undefined && isSame(address, there);
  });
