/**
 * Error responses: RFC 9457 problem documents with a stable `code`, and failures without a
 * response.
 */
import type { Code, Problem } from './generated-types';

export type ApiError =
  | { kind: 'problem'; status: number; problem: Problem }
  /** No readable response: the connection, a timeout, or a proxy. */
  | { kind: 'transport'; status: number | string };

/** The error of a call without a response. */
export const noAnswer: ApiError = { kind: 'transport', status: 'FETCH_ERROR' };

export function isProblem(data: unknown): data is Problem {
  return (
    typeof data === 'object' &&
    data !== null &&
    'code' in data &&
    typeof data.code === 'string' &&
    'status' in data
  );
}

export function isApiError(error: unknown): error is ApiError {
  return (
    typeof error === 'object' &&
    error !== null &&
    'kind' in error &&
    (error.kind === 'problem' || error.kind === 'transport')
  );
}

/** The stable code of a problem response; null without one. */
export function codeOf(error: unknown): Code | null {
  return isApiError(error) && error.kind === 'problem' ? error.problem.code : null;
}

/** True when an order was not deleted because it has been paid or shipped. */
export function isNoLongerOpen(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'order_already_paid' || code === 'order_already_shipped';
}

/** True unless the server refused the request, so a retry may succeed. */
export function isOutcomeUnknown(error: unknown): boolean {
  return !isApiError(error) || error.kind === 'transport' || error.status >= 500;
}

/** True if the server may have carried out the request. A busy server has not started it. */
export function mayBeDone(error: unknown): boolean {
  return isOutcomeUnknown(error) && codeOf(error) !== 'unavailable';
}

const NO_ANSWER = 'The shop did not answer. Your connection may be down.';

/** Codes whose message does not depend on the call. */
const SENTENCES: Partial<Record<Code, string>> = {
  unauthenticated: 'Your session has expired. Sign in again and retry.',
  forbidden: 'Your account is not allowed to do this.',
  rate_limited: 'Too many attempts. Try again in a minute.',
  unavailable: 'The shop is busy right now. Try again in a moment.',
  payment_unavailable: 'The payment provider is not answering. Nothing was charged.',
  payment_key_rejected:
    'This shop cannot take payments until its operator has fixed a setting. Nothing was charged.',
  search_unavailable: 'Search is not available right now. Try again in a moment.',
  outcome_unknown: 'We could not confirm whether this went through.',
};

/** Nearly every call to the shop is idempotent. */
const REPEATABLE = 'It is safe to try again.';

/**
 * The error message for the user.
 * @param unlessDone advice if the call may have gone through, instead of “safe to try again”
 */
export function sentenceFor(error: unknown, unlessDone?: string): string {
  const sentence = inWords(error);
  const advice = unlessDone ?? (codeOf(error) === 'outcome_unknown' ? REPEATABLE : undefined);
  return advice !== undefined && mayBeDone(error) ? `${sentence} ${advice}` : sentence;
}

function inWords(error: unknown): string {
  if (!isApiError(error) || error.kind === 'transport') return NO_ANSWER;
  const { code, detail, title, status } = error.problem;
  const known = SENTENCES[code];
  if (known) return known;
  return status >= 500
    ? 'Something went wrong on our side. Try again in a moment.'
    : detail || title;
}
