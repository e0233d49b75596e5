import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readCart, type CartLine } from './cart-storage';

interface Cart {
  lines: CartLine[];
  /** How often something was changed from here: that, and nothing else, is news to the shop. */
  edits: number;
}

/** The part of the store this slice lives in. */
export interface CartRoot {
  cart: Cart;
}

/** What is meant to be ordered. What can be done with the lines stands in `cart-lines.ts`. */
const cartSlice = createSlice({
  name: 'cart',
  initialState: (): Cart => ({ lines: readCart(), edits: 0 }),
  reducers: {
    cartEdited: ({ edits }, { payload }: PayloadAction<CartLine[]>): Cart => ({
      lines: payload,
      edits: edits + 1,
    }),
    /** Another tab, or the shop, knows better. */
    cartFollowed: ({ edits }, { payload }: PayloadAction<CartLine[]>): Cart => ({
      lines: payload,
      edits,
    }),
  },
});

export const { cartEdited, cartFollowed } = cartSlice.actions;
export const cartReducer = cartSlice.reducer;

export const selectCart = (state: CartRoot) => state.cart;
export const selectCartLines = (state: CartRoot) => state.cart.lines;
