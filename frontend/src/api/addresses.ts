import { generatedAddressesApi } from './generated-addresses';

/** The address book of a member. A file of its own, because most visits ask for none of it. */
export const addressesApi = generatedAddressesApi.enhanceEndpoints({
  addTagTypes: ['AddressBook'],
  endpoints: {
    getAddressBook: { providesTags: ['AddressBook'] },
    saveAddressBook: {
      // A refusal usually means that what is on the screen is out of date.
      invalidatesTags: (_, error) => (error === undefined ? [] : ['AddressBook']),
      // The next change is made from what this one has saved, without reading it again first.
      onQueryStarted: ({ email }, { dispatch, queryFulfilled }) => {
        queryFulfilled.then(
          ({ data }) => {
            void dispatch(addressesApi.util.upsertQueryData('getAddressBook', { email }, data));
          },
          () => undefined,
        );
      },
    },
  },
});
