/**
 * Calls about an order opened by an emailed link: they send the link's own access token, regardless
 * of who is signed in.
 */
import type { BaseQueryApi, FetchArgs } from '@reduxjs/toolkit/query/react';
import { accessTo, linkTo, orderClosed, orderOpened } from '../../lib/session/order-links';
import type { Dispatch } from './dispatch';
import { type ApiError, isApiError, noAnswer } from '../contract/problem';
import { sessionApi, UNTRACKED } from './session-api';

const UNAUTHENTICATED = 401;

/** The final responses to a link. */
const FINAL = [404, 410];

/**
 * Exchanges an order link.
 * @returns the order's id and an access token for it
 */
export async function openByLink(
  dispatch: Dispatch,
  link: string,
): Promise<{ order: string; accessToken: string } | { error: ApiError }> {
  const { data, error } = await dispatch(
    sessionApi.endpoints.openOrderLink.initiate(link, UNTRACKED),
  );
  if (data === undefined) return { error: isApiError(error) ? error : noAnswer };
  orderOpened(data.order, link, data.accessToken);
  return data;
}

/**
 * Sends a call about an order that was opened by its link. An expired access token is replaced
 * once.
 * @param send sends the call with other headers
 */
export async function sendByLink<Answer extends { error?: { status: number | string } }>(
  order: string,
  args: FetchArgs,
  api: BaseQueryApi,
  send: (args: FetchArgs) => PromiseLike<Answer>,
): Promise<Answer | { failed: ApiError }> {
  const withToken = (token: string) =>
    send({ ...args, headers: { authorization: `Bearer ${token}` } });
  const known = accessTo(order);
  const answer = known === undefined ? undefined : await withToken(known);
  if (answer !== undefined && answer.error?.status !== UNAUTHENTICATED) return answer;
  const opened = await openByLink(api.dispatch as Dispatch, linkTo(order) ?? '');
  if ('error' in opened) {
    if (FINAL.some((final) => final === opened.error.status)) orderClosed(order);
    return { failed: opened.error };
  }
  return withToken(opened.accessToken);
}
