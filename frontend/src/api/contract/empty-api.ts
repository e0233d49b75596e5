import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query';

/** The generator injects the server's calls into this API. */
export const emptyApi = createApi({
  reducerPath: 'api',
  baseQuery,
  endpoints: () => ({}),
});
