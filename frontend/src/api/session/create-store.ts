import { configureStore } from '@reduxjs/toolkit';
import { emptyApi } from '../contract/empty-api';
import { resetCacheOnSessionChange } from './reset-cache';
import { sessionCalls } from './session-calls';
import { cartReducer } from '../../lib/cart/cart-slice';
import { sessionReducer } from '../../lib/session/session-slice';
import { garageReducer } from '../../lib/vehicle/vehicle-slice';

export const createStore = () =>
  configureStore({
    reducer: {
      session: sessionReducer,
      cart: cartReducer,
      garage: garageReducer,
      [emptyApi.reducerPath]: emptyApi.reducer,
    },
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: sessionCalls } }).concat(
        emptyApi.middleware,
        resetCacheOnSessionChange,
      ),
  });
