import type {
  GetAddressBookApiResponse,
  GetAddressBookApiArg,
  SaveAddressBookApiResponse,
  SaveAddressBookApiArg,
} from './generated-types';
import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAddressBook: build.query<GetAddressBookApiResponse, GetAddressBookApiArg>({
      query: (queryArg) => ({
        url: `/addresses/${encodeURIComponent(String(queryArg.email))}`,
      }),
    }),
    saveAddressBook: build.mutation<SaveAddressBookApiResponse, SaveAddressBookApiArg>({
      query: (queryArg) => ({
        url: `/addresses/${encodeURIComponent(String(queryArg.email))}`,
        method: 'PUT',
        body: queryArg.addressBookRequest,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedAddressesApi };
