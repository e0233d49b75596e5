import type { Middleware } from '@reduxjs/toolkit';
import {
  adopted,
  cameAsGuest,
  selectOwner,
  signedIn,
  signedOut,
  type SessionRoot,
} from '../../lib/session/session-slice';
import { emptyApi } from '../contract/empty-api';

/** Cached responses are private to one user: they are deleted before the session changes. */
export const resetCacheOnSessionChange: Middleware = (api) => (next) => (action) => {
  // A visitor who becomes a guest has not fetched private data.
  const isOtherGuest =
    cameAsGuest.match(action) && selectOwner(api.getState() as SessionRoot) !== null;
  if (isOtherGuest || [signedIn, adopted, signedOut].some((change) => change.match(action))) {
    api.dispatch(emptyApi.util.resetApiState());
  }
  return next(action);
};
