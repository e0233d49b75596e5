import { describe, expect, it } from 'vitest';
import { aSavedAddress } from '../../testing/fixtures';
import {
  addressFields,
  addressForm,
  addressOf,
  blankAddress,
  isSameBook,
  MAX_ADDRESSES,
  positionOf,
  withFirst,
  withInPlace,
  without,
} from './address-book';
import { destinationLines, destinationName, destinationText } from './destination';

const home = aSavedAddress();
const shop = aSavedAddress({ line1: '8 Alder Road', line2: 'Unit 2', city: 'Falmouth' });
const ireland = aSavedAddress({
  city: 'Cork',
  region: undefined,
  postalCode: undefined,
  country: 'IE',
});

describe('an address', () => {
  it('round-trips through a form, trimmed', () => {
    for (const address of [home, shop, ireland]) {
      expect(addressOf(addressForm(address))).toEqual(address);
      expect(addressFields(address)).toEqual(address);
    }
    expect(addressOf({ ...addressForm(home), line1: ' 12 Harbor Street ', line2: ' ' })).toEqual(
      home,
    );
    expect(blankAddress('Marta')).toMatchObject({ recipient: 'Marta', line1: '', country: 'US' });
  });

  it('is formatted as on a parcel, as one text, and by what distinguishes it', () => {
    expect(destinationLines(shop.destination)).toEqual([
      'Marta Lindqvist',
      '8 Alder Road',
      'Unit 2',
      'Falmouth, ME 04101',
      'United States',
    ]);
    expect(destinationText(shop.destination)).toBe(
      'Marta Lindqvist, 8 Alder Road, Unit 2, Falmouth, ME 04101, US',
    );
    expect(destinationText(ireland.destination)).toBe(
      'Marta Lindqvist, 12 Harbor Street, Cork, IE',
    );
    expect(destinationName(home.destination)).toBe('Marta Lindqvist, 12 Harbor Street, Portland');
  });
});

describe('an address book', () => {
  it('finds a form’s address, including the phone', () => {
    expect(positionOf([home, shop], addressForm(shop))).toBe(1);
    expect(positionOf([home], { ...addressForm(home), city: ' Portland ' })).toBe(0);
    expect(positionOf([home], { ...addressForm(home), phone: '112' })).toBe(-1);
  });

  it('puts an address first, once, and has at most twenty', () => {
    expect(withFirst([home, shop], shop)).toEqual([shop, home]);
    const full = Array.from({ length: MAX_ADDRESSES }, (_, number) =>
      aSavedAddress({ line1: `${number + 1} Mill Lane` }),
    );
    const fuller = withFirst(full, home);
    expect(fuller).toHaveLength(20);
    expect(fuller.slice(0, 2)).toEqual([home, full[0]]);
    expect(fuller.at(-1)).toEqual(full.at(-2));
  });

  it('replaces an address or appends one, never twice', () => {
    expect(withInPlace([home, shop], ireland, home)).toEqual([ireland, shop]);
    expect(withInPlace([home], shop, undefined)).toEqual([home, shop]);
    expect(withInPlace([home, shop], home, undefined)).toEqual([home, shop]);
    expect(withInPlace([home, shop], home, shop)).toEqual([home]);
    expect(withInPlace([shop], ireland, home)).toEqual([shop, ireland]);
  });

  it('removes one address, and is equal only in the same order', () => {
    expect(without([home, shop], home)).toEqual([shop]);
    expect(isSameBook([home, shop], [home, shop])).toBe(true);
    expect(isSameBook([home, shop], [shop, home])).toBe(false);
    expect(isSameBook([home], [home, shop])).toBe(false);
  });
});
