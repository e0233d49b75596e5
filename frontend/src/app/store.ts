import { configureStore } from '@reduxjs/toolkit';
import { emptyApi } from '../api/empty-api';
import { sessionReducer, signedOut } from '../lib/session/session-slice';
import { TOKEN_KEY, writeToken } from '../lib/session/token-storage';

export const store = configureStore({
  reducer: { session: sessionReducer, [emptyApi.reducerPath]: emptyApi.reducer },
  middleware: (defaults) => defaults().concat(emptyApi.middleware),
});

/** Local storage mirrors the session's token, and nothing else writes it. */
let stored = store.getState().session.accessToken;
store.subscribe(() => {
  const { accessToken } = store.getState().session;
  if (accessToken === stored) return;
  stored = accessToken;
  writeToken(accessToken);
});

/** A sign-out in another tab ends the session here as well. */
window.addEventListener('storage', (event) => {
  if (event.key !== TOKEN_KEY || event.newValue !== null) return;
  stored = null;
  store.dispatch(signedOut());
  store.dispatch(emptyApi.util.resetApiState());
});
