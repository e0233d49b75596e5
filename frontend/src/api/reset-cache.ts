import type { Middleware } from '@reduxjs/toolkit';
import { adopted, signedIn, signedOut } from '../lib/session/session-slice';
import { emptyApi } from './empty-api';

/** What was fetched for one person is nobody else's business: it goes before the session changes. */
export const resetCacheOnSessionChange: Middleware =
  ({ dispatch }) =>
  (next) =>
  (action) => {
    if ([signedIn, adopted, signedOut].some((change) => change.match(action))) {
      dispatch(emptyApi.util.resetApiState());
    }
    return next(action);
  };
