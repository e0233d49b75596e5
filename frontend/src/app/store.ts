import { configureStore } from '@reduxjs/toolkit';
import { emptyApi } from '../api/empty-api';
import { resetCacheOnSessionChange } from '../api/reset-cache';
import { cartFollowed, cartReducer } from '../lib/cart/cart-slice';
import { CART_KEY, storedCart, readCart, writeCart } from '../lib/cart/cart-storage';
import { MEMBER_GARAGE_KEY } from '../lib/personal-storage';
import {
  adopted,
  restored,
  sessionReducer,
  signedOut,
  tokenRenewed,
} from '../lib/session/session-slice';
import {
  haveSameOwner,
  namedOwner,
  OWNER_KEY,
  readToken,
  rememberOwner,
  TOKEN_KEY,
  writeOwner,
  writeToken,
} from '../lib/session/tokens';
import { GARAGE_KEY, readGarage, writeGarage } from '../lib/vehicle/garage-storage';
import { garageFollowed, garageReducer } from '../lib/vehicle/vehicle-slice';

export const store = configureStore({
  reducer: {
    session: sessionReducer,
    cart: cartReducer,
    garage: garageReducer,
    [emptyApi.reducerPath]: emptyApi.reducer,
  },
  middleware: (defaults) => defaults().concat(emptyApi.middleware, resetCacheOnSessionChange),
});

/** Local storage mirrors the session's token and whose it is; only a new name is noted elsewhere. */
let mirrored = store.getState().session.accessToken;
store.subscribe(() => {
  const { accessToken, person, guestToken } = store.getState().session;
  if (accessToken === mirrored) return;
  mirrored = accessToken;
  // What came from another tab is there already. Writing it again would be news to that tab, and so on.
  if (accessToken === readToken()) return;
  // First whose it is: other tabs look as soon as they hear of the token.
  if (accessToken === null) writeOwner(null);
  else if (person) {
    const { email, name } = person;
    // Nobody else can be asked for the name of a guest.
    rememberOwner(accessToken, guestToken === undefined ? { email } : { email, name, guestToken });
  }
  writeToken(accessToken);
});

/** Local storage has the cart as well, so that it outlives the page; other tabs follow it. */
let mirroredLines = store.getState().cart.lines;
store.subscribe(() => {
  const { lines } = store.getState().cart;
  if (lines === mirroredLines) return;
  mirroredLines = lines;
  writeCart(lines);
});

/** And the garage. */
let mirroredGarage = store.getState().garage;
store.subscribe(() => {
  const { garage } = store.getState();
  if (garage === mirroredGarage) return;
  mirroredGarage = garage;
  writeGarage(garage);
});

/** What another tab did about the session holds here as well. */
function followOtherTabs() {
  const token = readToken();
  const { accessToken } = store.getState().session;
  if (token === accessToken) {
    const owner = token && namedOwner(token);
    if (owner) store.dispatch(restored({ ...owner, accessToken: token }));
  } else if (token === null) store.dispatch(signedOut('elsewhere'));
  else if (accessToken !== null && haveSameOwner(token, accessToken)) {
    store.dispatch(tokenRenewed(token));
  } else store.dispatch(adopted(token));
}
window.addEventListener('storage', ({ key }) => {
  if (key === null || key === TOKEN_KEY || key === OWNER_KEY) followOtherTabs();
  if (key === null || key === CART_KEY) store.dispatch(cartFollowed(readCart()));
  if (key === null || key === GARAGE_KEY || key === MEMBER_GARAGE_KEY) {
    store.dispatch(garageFollowed(readGarage()));
  }
});
// A page that the browser kept for the way back has heard nothing meanwhile.
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  followOtherTabs();
  store.dispatch(garageFollowed(readGarage()));
  // Without storage there is nothing to follow, and nothing to lose.
  if (storedCart() !== undefined) store.dispatch(cartFollowed(readCart()));
});
