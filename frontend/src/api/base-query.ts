import type { UnknownAction } from '@reduxjs/toolkit';
import {
  fetchBaseQuery,
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react';
import {
  adopted,
  selectAccessToken,
  selectPerson,
  signedOut,
  tokenRenewed,
  type SessionRoot,
} from '../lib/session/session-slice';
import { exchangeIdToken, type Dispatch } from './access-token';
import { isProblem, type ApiError } from './problem';

const TIMEOUT_MS = 15_000;
const UNAUTHENTICATED = 401;
/** The answers to an exchange that will not change: this person cannot go on without signing in. */
const FINAL = [UNAUTHENTICATED, 403, 404, 409];

const tokenIn = (api: Pick<BaseQueryApi, 'getState'>) =>
  selectAccessToken(api.getState() as SessionRoot);

/** Such a call says nothing about the session's token. */
const showsOwnToken = (args: string | FetchArgs) =>
  typeof args !== 'string' && args.headers !== undefined && 'authorization' in args.headers;

/** What only admins read of a part. */
const PART_FOR_ADMINS = /^\/parts\/[^/]+\/(record|stock)$/;

/** The catalogue and reviews are read without credentials: the answer is the same for everybody. */
const isPublic = ({ type, arg }: Pick<BaseQueryApi, 'type'> & { arg: string | FetchArgs }) => {
  const { url } = arg as FetchArgs;
  const isShared =
    /^\/(brands|categories|parts|reviews|search)/.test(url) && !PART_FOR_ADMINS.test(url);
  return type === 'query' && isShared;
};

/** A list is a parameter that is sent several times: its values may have commas. */
const queryString = (params: Record<string, string | string[] | undefined>) =>
  new URLSearchParams(
    Object.entries(params).flatMap(([name, value = []]) =>
      [value].flat().map((each) => [name, each]),
    ),
  ).toString();

const send = fetchBaseQuery({
  baseUrl: window.location.origin,
  timeout: TIMEOUT_MS,
  paramsSerializer: queryString,
  // Problem documents are JSON under another name.
  isJsonContentType: (headers) =>
    /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? ''),
  responseHandler: 'content-type',
  prepareHeaders: (headers, api) => {
    const token = isPublic(api) ? null : tokenIn(api);
    if (token !== null && !headers.has('authorization'))
      headers.set('authorization', `Bearer ${token}`);
    return headers;
  },
});

function toApiError({ status, data }: FetchBaseQueryError): ApiError {
  return typeof status === 'number' && isProblem(data)
    ? { kind: 'problem', status, problem: data }
    : { kind: 'transport', status };
}

const isFinal = ({ kind, status }: ApiError) =>
  kind === 'problem' && FINAL.some((final) => final === status);

/** Another tab may have signed in with another account: the provider's client has only one. */
function isSomebodyElse(email: string, api: BaseQueryApi): boolean {
  const person = selectPerson(api.getState() as SessionRoot);
  return person !== null && person.email !== email;
}

/** Ends or replaces the session once whoever waits for the call has had its answer. */
function afterTheAnswer(api: BaseQueryApi, change: UnknownAction) {
  setTimeout(() => api.dispatch(change));
}

/** Whether the call can be repeated, or why not even that is known. */
type Renewal = { renewed: boolean } | { error: ApiError };

async function exchange(api: BaseQueryApi): Promise<Renewal> {
  const answer = await exchangeIdToken(api.dispatch as Dispatch, false);
  if ('error' in answer) {
    // No answer to the exchange says nothing about the session, so it must not look like a 401.
    if (!isFinal(answer.error)) return answer;
    afterTheAnswer(api, signedOut('expired'));
    return { renewed: false };
  }
  if (isSomebodyElse(answer.email, api)) {
    afterTheAnswer(api, adopted(answer.accessToken));
    return { renewed: false };
  }
  api.dispatch(tokenRenewed(answer.accessToken));
  return { renewed: true };
}

let renewal: Promise<Renewal> | null = null;

/** Several calls may find the token expired at the same time: they all wait for one exchange. */
function renewAccessToken(api: BaseQueryApi): Promise<Renewal> {
  renewal ??= exchange(api).finally(() => {
    renewal = null;
  });
  return renewal;
}

/** Sends a call with the session's access token; an expired one is renewed and the call repeated, once. */
export const baseQuery: BaseQueryFn<
  string | FetchArgs,
  unknown,
  ApiError,
  object,
  FetchBaseQueryMeta
> = async (args, api, extraOptions) => {
  const usedToken = showsOwnToken(args) ? null : tokenIn(api);
  let answer = await send(args, api, extraOptions);

  if (answer.error?.status === UNAUTHENTICATED && usedToken !== null) {
    const token = tokenIn(api);
    const outcome = token === usedToken ? await renewAccessToken(api) : { renewed: token !== null };
    if ('error' in outcome) return outcome;
    if (outcome.renewed) answer = await send(args, api, extraOptions);
  }

  return answer.error
    ? { error: toApiError(answer.error) }
    : { data: answer.data, meta: answer.meta };
};
