import { generatedAddressesApi } from './contract/generated-addresses';

/** A member's address book. A separate file because most visits do not need it. */
export const addressesApi = generatedAddressesApi.enhanceEndpoints({
  addTagTypes: ['AddressBook'],
  endpoints: {
    getAddressBook: { providesTags: ['AddressBook'] },
    saveAddressBook: {
      // A refusal usually means that the screen is out of date.
      invalidatesTags: (_, error) => (error === undefined ? [] : ['AddressBook']),
      // The next change starts from this response without another read.
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
