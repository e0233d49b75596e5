import type { WithdrawApiResponse, WithdrawApiArg } from './generated-types';
import { emptyApi as api } from './empty-api';
const injectedRtkApi = api.injectEndpoints({
  endpoints: (build) => ({
    withdraw: build.mutation<WithdrawApiResponse, WithdrawApiArg>({
      query: (queryArg) => ({
        url: `/withdrawals`,
        method: 'POST',
        body: queryArg.withdrawalStatement,
      }),
    }),
  }),
  overrideExisting: false,
});
export { injectedRtkApi as generatedWithdrawalsApi };
