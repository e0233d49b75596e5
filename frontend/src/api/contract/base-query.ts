import {
  fetchBaseQuery,
  type BaseQueryApi,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
  type FetchBaseQueryMeta,
} from '@reduxjs/toolkit/query/react';
import { noteCatalogueAsOf } from '../../lib/catalogue-age';
import { isLinked } from '../../lib/session/order-links';
import { selectAccessToken, type SessionRoot } from '../../lib/session/session-slice';
import { isProblem, noAnswer, type ApiError } from './problem';

const TIMEOUT_MS = 15_000;
const UNAUTHENTICATED = 401;

const tokenIn = (api: Pick<BaseQueryApi, 'getState'>) =>
  selectAccessToken(api.getState() as SessionRoot);

/** Whether a call has its own token: a 401 then says nothing about the session's token. */
const hasOwnToken = (args: string | FetchArgs) =>
  typeof args !== 'string' && args.headers !== undefined && 'authorization' in args.headers;

/** Admin-only paths about parts. */
const PART_FOR_ADMINS = /^\/parts\/([^/]+\/(record|stock|fitments\/record)|records|counts)$/;

/**
 * The catalog and reviews are read without credentials: the response is the same for all users.
 */
const isPublic = ({ type, arg }: Pick<BaseQueryApi, 'type'> & { arg: string | FetchArgs }) => {
  const { url } = arg as FetchArgs;
  const isShared =
    /^\/(brands|categories|fits|parts|reviews|search|vehicles)/.test(url) &&
    !PART_FOR_ADMINS.test(url);
  return type === 'query' && isShared;
};

/** A list is sent as a repeated parameter, because its values may contain commas. */
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
  // Problem documents are JSON with another content type.
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

/** Whether the call can be repeated, or the error if that is unknown. */
export type Renewal = { renewed: boolean } | { error: ApiError };

/** The calls that renew sessions, loaded on demand. They are the store's extra argument. */
export interface SessionCalls {
  renewal: () => Promise<{ renewAccessToken: (api: BaseQueryApi) => Promise<Renewal> }>;
  linkedOrder: () => Promise<{
    sendByLink: <Answer extends { error?: { status: number | string } }>(
      order: string,
      args: FetchArgs,
      api: BaseQueryApi,
      send: (args: FetchArgs) => PromiseLike<Answer>,
    ) => Promise<Answer | { failed: ApiError }>;
  }>;
}

const sessionCalls = ({ extra }: BaseQueryApi) => extra as SessionCalls;

/** Replaces an expired token. */
const renewAccessToken = (api: BaseQueryApi): Promise<Renewal> =>
  sessionCalls(api)
    .renewal()
    .then(
      (renewal) => renewal.renewAccessToken(api),
      () => ({ error: noAnswer }),
    );

export interface ShopCall extends FetchArgs {
  /** The order that the call is about, if its URL does not contain it. */
  order?: string;
}

/**
 * The order that the call is about, if it was opened by an emailed link and the link permits the
 * call.
 */
function linkedOrder(args: string | ShopCall): string | undefined {
  const call: ShopCall = typeof args === 'string' ? { url: args } : args;
  const [, inUrl] =
    /^\/(?:orders?|booking)\/([^/]+)(?:\/(?:cores|documents|links|returns))?$/.exec(call.url) ?? [];
  const inBody =
    call.url === '/create-payment-intent'
      ? (call.body as { order?: string } | undefined)?.order
      : undefined;
  const order = call.order ?? inBody ?? inUrl;
  return isLinked(order) ? order : undefined;
}

/**
 * Sends a call with the session's access token. An expired token is renewed and the call repeated
 * once.
 */
export const baseQuery: BaseQueryFn<
  string | ShopCall,
  unknown,
  ApiError,
  object,
  FetchBaseQueryMeta
> = async (args, api, extraOptions) => {
  const order = linkedOrder(args);
  if (order !== undefined) {
    const { sendByLink } = await sessionCalls(api).linkedOrder();
    const fetchArgs = typeof args === 'string' ? { url: args } : args;
    const result = await sendByLink(order, fetchArgs, api, (each) =>
      Promise.resolve(send(each, api, extraOptions)),
    );
    if ('failed' in result) return { error: result.failed };
    return result.error
      ? { error: toApiError(result.error) }
      : { data: result.data, meta: result.meta };
  }
  const usedToken = hasOwnToken(args) ? null : tokenIn(api);
  let result = await send(args, api, extraOptions);
  const headers = result.meta?.response?.headers;
  if (headers && isPublic({ type: api.type, arg: args }))
    noteCatalogueAsOf(headers.get('catalogue-as-of'));

  if (result.error?.status === UNAUTHENTICATED && usedToken !== null) {
    const token = tokenIn(api);
    const outcome = token === usedToken ? await renewAccessToken(api) : { renewed: token !== null };
    if ('error' in outcome) return outcome;
    if (outcome.renewed) result = await send(args, api, extraOptions);
  }

  return result.error
    ? { error: toApiError(result.error) }
    : { data: result.data, meta: result.meta };
};
