import type { Middleware } from '@reduxjs/toolkit';
import {
  adopted,
  cameAsGuest,
  selectOwner,
  signedIn,
  signedOut,
  type SessionRoot,
} from '../lib/session/session-slice';
import { emptyApi } from './empty-api';

/** What was fetched for one person is nobody else's business: it goes before the session changes. */
export const resetCacheOnSessionChange: Middleware = (api) => (next) => (action) => {
  // A visitor who says who they are has fetched nothing of anybody.
  const isOtherGuest =
    cameAsGuest.match(action) && selectOwner(api.getState() as SessionRoot) !== null;
  if (isOtherGuest || [signedIn, adopted, signedOut].some((change) => change.match(action))) {
    api.dispatch(emptyApi.util.resetApiState());
  }
  return next(action);
};
