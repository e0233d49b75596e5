import { emptyApi } from '../contract/empty-api';
import type {
  Cart,
  CartRequest,
  GuestAccess,
  NewGuest,
  NewGuestAccess,
  OrderLinkAccess,
  RegisterRequest,
  RegisterUserApiResponse,
  SignOutApiResponse,
} from '../contract/generated-types';

/** The store must not cache the tokens of these calls. */
export const UNTRACKED = { track: false };

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/**
 * Calls that start and end a session, and calls with an explicit token, made before the session has
 * one or after it has ended.
 */
export const sessionApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    register: build.mutation<RegisterUserApiResponse, { email: string; idToken: string }>({
      query: ({ email, idToken }) => ({
        url: `/users/${encodeURIComponent(email)}`,
        method: 'PUT',
        body: { email } satisfies RegisterRequest,
        headers: bearer(idToken),
      }),
    }),
    addGuest: build.mutation<NewGuestAccess, NewGuest>({
      query: (body) => ({ url: '/guests', method: 'POST', body }),
    }),
    resumeGuest: build.mutation<GuestAccess, string>({
      query: (token) => ({ url: '/guests/resume', method: 'POST', body: { token } }),
    }),
    openOrderLink: build.mutation<OrderLinkAccess, string>({
      query: (token) => ({ url: '/order-links', method: 'POST', body: { token } }),
    }),
    endSession: build.mutation<SignOutApiResponse, { accessToken: string }>({
      query: ({ accessToken }) => ({
        url: '/sessions',
        method: 'DELETE',
        headers: bearer(accessToken),
        // The page may be closing.
        keepalive: true,
      }),
    }),
    // A mutation, because the store would cache the token of a query.
    readCartOf: build.mutation<Cart, { email: string; accessToken: string }>({
      query: ({ email, accessToken }) => ({
        url: `/carts/${encodeURIComponent(email)}`,
        headers: bearer(accessToken),
        keepalive: true,
      }),
    }),
    saveCartOf: build.mutation<
      Cart,
      { email: string; accessToken: string; cartRequest: CartRequest }
    >({
      query: ({ email, accessToken, cartRequest }) => ({
        url: `/carts/${encodeURIComponent(email)}`,
        method: 'PUT',
        body: cartRequest,
        headers: bearer(accessToken),
        keepalive: true,
      }),
    }),
  }),
});
