import { emptyApi } from './empty-api';
import type {
  RegisterRequest,
  RegisterUserApiResponse,
  SignOutApiResponse,
} from './generated-types';

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Calls that show a token of their own: the session has none yet, or none any more. */
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
    endSession: build.mutation<SignOutApiResponse, { accessToken: string }>({
      query: ({ accessToken }) => ({
        url: '/sessions',
        method: 'DELETE',
        headers: bearer(accessToken),
        // The page may be on its way out.
        keepalive: true,
      }),
    }),
  }),
});
