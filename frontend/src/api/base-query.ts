import {
  fetchBaseQuery,
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
} from '@reduxjs/toolkit/query/react';
import { selectAccessToken, tokenRenewed, type SessionRoot } from '../lib/session/session-slice';
import { exchangeIdToken, type Exchange } from './access-token';
import { isProblem, type ApiError } from './problem';

const TIMEOUT_MS = 15_000;
const UNAUTHENTICATED = 401;

const tokenIn = (api: Pick<BaseQueryApi, 'getState'>) =>
  selectAccessToken(api.getState() as SessionRoot);

const send = fetchBaseQuery({
  baseUrl: window.location.origin,
  timeout: TIMEOUT_MS,
  // Problem documents are JSON under another name.
  isJsonContentType: (headers) =>
    /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? ''),
  responseHandler: 'content-type',
  prepareHeaders: (headers, api) => {
    const token = tokenIn(api);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    return headers;
  },
});

function toApiError({ status, data }: FetchBaseQueryError): ApiError {
  return typeof status === 'number' && isProblem(data)
    ? { kind: 'problem', status, problem: data }
    : { kind: 'transport', status };
}

let renewal: Promise<Exchange> | null = null;

/** Several calls may find the token expired at the same time: they all wait for one exchange. */
function renewAccessToken(api: BaseQueryApi): Promise<Exchange> {
  renewal ??= exchangeIdToken(false)
    .then((exchange) => {
      if ('accessToken' in exchange) api.dispatch(tokenRenewed(exchange.accessToken));
      return exchange;
    })
    .finally(() => {
      renewal = null;
    });
  return renewal;
}

/** Sends a call with the session's access token; an expired one is renewed and the call repeated, once. */
export const baseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError> = async (
  args,
  api,
  extraOptions,
) => {
  const usedToken = tokenIn(api);
  let answer = await send(args, api, extraOptions);

  if (answer.error?.status === UNAUTHENTICATED && usedToken !== null) {
    const renewedMeanwhile = tokenIn(api) !== usedToken;
    const exchange = renewedMeanwhile ? null : await renewAccessToken(api);
    // No answer to the exchange says nothing about the session, so it must not look like a 401.
    if (exchange && 'error' in exchange && exchange.error.kind === 'transport') return exchange;
    if (!exchange || 'accessToken' in exchange) answer = await send(args, api, extraOptions);
  }

  return answer.error ? { error: toApiError(answer.error) } : { data: answer.data };
};
