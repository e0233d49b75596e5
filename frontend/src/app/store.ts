import { cartFollowed } from '../lib/cart/cart-slice';
import { CART_KEY, storedCart, readCart, writeCart } from '../lib/cart/cart-storage';
import { MEMBER_GARAGE_KEY } from '../lib/personal-storage';
import { adopted, restored, signedOut, tokenRenewed } from '../lib/session/session-slice';
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
import { garageFollowed } from '../lib/vehicle/vehicle-slice';
import { createStore } from '../api/session/create-store';

export const store = createStore();

/** Local storage mirrors the session's token and owner. Only a new name is saved elsewhere. */
let mirrored = store.getState().session.accessToken;
store.subscribe(() => {
  const { accessToken, person, guestToken } = store.getState().session;
  if (accessToken === mirrored) return;
  mirrored = accessToken;
  // A change from another tab is already stored. Writing it again would notify that tab, in an
  // endless loop.
  if (accessToken === readToken()) return;
  // The owner first: other tabs read it as soon as they see the token.
  if (accessToken === null) writeOwner(null);
  else if (person) {
    const { email, name } = person;
    // A guest's name is stored nowhere else.
    rememberOwner(accessToken, guestToken === undefined ? { email } : { email, name, guestToken });
  }
  writeToken(accessToken);
});

/** Local storage also mirrors the cart, so that it survives a reload; other tabs follow it. */
let mirroredLines = store.getState().cart.lines;
store.subscribe(() => {
  const { lines } = store.getState().cart;
  if (lines === mirroredLines) return;
  mirroredLines = lines;
  writeCart(lines);
});

/** The same for the garage. */
let mirroredGarage = store.getState().garage;
store.subscribe(() => {
  const { garage } = store.getState();
  if (garage === mirroredGarage) return;
  mirroredGarage = garage;
  writeGarage(garage);
});

/** Applies session changes of other tabs here. */
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
// A page restored from the back/forward cache has missed all events.
window.addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  followOtherTabs();
  store.dispatch(garageFollowed(readGarage()));
  // Without storage there is nothing to follow and nothing to lose.
  if (storedCart() !== undefined) store.dispatch(cartFollowed(readCart()));
});
