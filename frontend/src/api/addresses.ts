import { generatedAddressesApi } from './generated-addresses';

/** The address book of a member. A file of its own, because most visits ask for none of it. */
export const addressesApi = generatedAddressesApi.enhanceEndpoints({
  addTagTypes: ['AddressBook'],
  endpoints: {
    getAddressBook: { providesTags: ['AddressBook'] },
    // A refusal usually means that what is on the screen is out of date.
    saveAddressBook: { invalidatesTags: ['AddressBook'] },
  },
});
