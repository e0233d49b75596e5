import { generatedWithdrawalsApi } from './contract/generated-withdrawals';

/** Withdrawing from a contract. A separate file, because few visits need it. */
export const withdrawalsApi = generatedWithdrawalsApi.enhanceEndpoints({
  addTagTypes: ['Return'],
  endpoints: {
    // It may have become a return.
    withdraw: { invalidatesTags: ['Return'] },
  },
});
