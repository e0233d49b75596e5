import { describe, expect, it } from 'vitest';
import { anAddressBook, aSavedAddress, gina, marta } from '../../testing/fixtures';
import { comeAsGuest, json, problem, serve, testStore } from '../../testing/test-shop';
import type { AddressBook, AddressBookRequest } from '../contract/generated-types';
import { saveAddress } from './save-address';

const home = aSavedAddress();
const shop = aSavedAddress({ line1: '8 Alder Road' });

/** A shop that stores an address book; it responds with `refusals` before it accepts a new one. */
function keeping(book: AddressBook, ...refusals: Response[]) {
  let saved = book;
  const calls = serve(({ method, body }) => {
    if (method === 'GET') return json(saved);
    const refusal = refusals.shift();
    if (refusal) {
      saved = { ...saved, revision: saved.revision + 1 };
      return refusal;
    }
    const { addresses } = JSON.parse(body) as AddressBook;
    saved = { addresses, revision: saved.revision + 1 };
    return json(saved);
  });
  return {
    methods: () => calls.map(({ method }) => method).join(' '),
    sent: () =>
      calls
        .filter(({ method }) => method === 'PUT')
        .map(({ body }) => JSON.parse(body) as AddressBookRequest),
  };
}

describe('an address to save', () => {
  it('becomes the first of the current address book', async () => {
    const { methods, sent } = keeping(anAddressBook(home));
    await testStore(marta).dispatch(saveAddress(shop));
    expect(methods()).toBe('GET PUT');
    expect(sent()).toEqual([{ revision: 1, addresses: [shop, home] }]);
  });

  it('changes nothing when it is already the first', async () => {
    const { methods } = keeping(anAddressBook(home, shop));
    await testStore(marta).dispatch(saveAddress(home));
    expect(methods()).toBe('GET');
  });

  it('is retried once on a conflict, then dropped', async () => {
    const { methods, sent } = keeping(anAddressBook(home), problem(409, 'changed_meanwhile'));
    await testStore(marta).dispatch(saveAddress(shop));
    expect(methods()).toBe('GET PUT GET PUT');
    expect(sent().map(({ revision }) => revision)).toEqual([1, 2]);

    const twice = keeping(
      anAddressBook(home),
      problem(409, 'changed_meanwhile'),
      problem(409, 'changed_meanwhile'),
    );
    await testStore(marta).dispatch(saveAddress(shop));
    expect(twice.methods()).toBe('GET PUT GET PUT');
  });

  it('is dropped immediately on any other error', async () => {
    const { methods } = keeping(anAddressBook(home), problem(503, 'unavailable'));
    await testStore(marta).dispatch(saveAddress(shop));
    expect(methods()).toBe('GET PUT');
    const calls = serve(() => problem(503, 'unavailable'));
    await testStore(marta).dispatch(saveAddress(shop));
    expect(calls).toHaveLength(1);
  });

  it('is not saved for a guest', async () => {
    const { methods } = keeping(anAddressBook());
    const store = testStore();
    comeAsGuest(store, gina);
    await store.dispatch(saveAddress(shop));
    expect(methods()).toBe('');
  });
});
