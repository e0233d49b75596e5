import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { readCart, type CartLine } from './cart-storage';

interface Cart {
  lines: CartLine[];
  /** Counts local changes: only these are sent to the shop. */
  edits: number;
}

/** The part of the store that contains this slice. */
export interface CartRoot {
  cart: Cart;
}

/** The cart. The operations on its lines are in `cart-lines.ts`. */
const cartSlice = createSlice({
  name: 'cart',
  initialState: (): Cart => ({ lines: readCart(), edits: 0 }),
  reducers: {
    cartEdited: ({ edits }, { payload }: PayloadAction<CartLine[]>): Cart => ({
      lines: payload,
      edits: edits + 1,
    }),
    /** Replaces the cart with that of another tab or of the shop. */
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
