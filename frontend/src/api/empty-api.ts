import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query';

/** The generator injects the server's calls into this. */
export const emptyApi = createApi({
  reducerPath: 'api',
  baseQuery,
  // Otherwise what has changed is asked for only when no call is under way: an upload takes minutes.
  invalidationBehavior: 'immediately',
  endpoints: () => ({}),
});
