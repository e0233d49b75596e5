import { describe, expect, it } from 'vitest';
import type { Code } from './generated-types';
import { fieldSentences } from './field-sentences';
import { codeOf, isOutcomeUnknown, mayBeDone, sentenceFor, type ApiError } from './problem';

const refusal = (status: number, code: Code, detail = ''): ApiError => ({
  kind: 'problem',
  status,
  problem: { type: 'about:blank', title: 'The title', status, code, detail },
});
const silence: ApiError = { kind: 'transport', status: 'FETCH_ERROR' };

describe('sentenceFor', () => {
  it('uses the shop’s words for known codes', () => {
    expect(sentenceFor(refusal(401, 'unauthenticated', 'no token'))).toContain(
      'session has expired',
    );
  });

  it('passes on the server’s details', () => {
    expect(sentenceFor(refusal(422, 'invalid_fields', 'phone is too long'))).toBe(
      'phone is too long',
    );
    expect(sentenceFor(refusal(422, 'invalid_fields'))).toBe('The title');
  });

  it('never shows internal server errors', () => {
    expect(sentenceFor(refusal(500, 'internal', 'stack trace'))).not.toContain('stack');
  });

  it('explains an unknown outcome and what to do', () => {
    const unknown = refusal(503, 'outcome_unknown', 'Please look whether it was');
    expect(sentenceFor(unknown)).toBe(
      'We could not confirm whether this went through. It is safe to try again.',
    );
    expect(sentenceFor(unknown, 'Look first.')).toBe(
      'We could not confirm whether this went through. Look first.',
    );
    expect(sentenceFor(silence, 'Look first.')).toMatch(/Look first\.$/);
    expect(sentenceFor(refusal(503, 'unavailable'), 'Look first.')).not.toContain('Look first.');
    expect(sentenceFor(refusal(409, 'price_changed'), 'Look first.')).not.toContain('Look first.');
  });

  it('reports that there was no response', () => {
    expect(sentenceFor(silence)).toBe('The shop did not answer. Your connection may be down.');
    expect(sentenceFor(undefined)).toBe('The shop did not answer. Your connection may be down.');
  });
});

it('codeOf reads only problems', () => {
  expect(codeOf(refusal(409, 'price_changed'))).toBe('price_changed');
  expect(codeOf(silence)).toBeNull();
});

it('a request may have taken effect unless the shop rejected it or was busy', () => {
  expect(mayBeDone(silence)).toBe(true);
  expect(mayBeDone(refusal(503, 'outcome_unknown'))).toBe(true);
  expect(mayBeDone(refusal(503, 'unavailable'))).toBe(false);
  expect(mayBeDone(refusal(409, 'out_of_stock'))).toBe(false);
});

it('an outcome is known only when the server rejected the request', () => {
  expect(isOutcomeUnknown(silence)).toBe(true);
  expect(isOutcomeUnknown(refusal(503, 'unavailable'))).toBe(true);
  expect(isOutcomeUnknown(refusal(409, 'out_of_stock'))).toBe(false);
});

describe('fieldSentences', () => {
  const labels = { minOrderQuantity: 'minimum order', title: 'title' };

  it('names fields as the form does', () => {
    const error = refusal(422, 'invalid_fields', 'several');
    if (error.kind === 'problem') {
      error.problem.fields = [
        {
          field: 'minOrderQuantity',
          code: 'out_of_range',
          message: 'minOrderQuantity must be from 1 to 1000000',
        },
        { field: 'title', code: 'not_an_email', message: 'provide a valid email' },
        { field: 'unknown', code: 'required', message: 'unknown is required' },
      ];
    }
    expect(fieldSentences(error, labels)).toEqual({
      minOrderQuantity: 'minimum order must be from 1 to 1000000',
      title: 'provide a valid email',
    });
  });

  it('returns nothing without a response', () => {
    expect(fieldSentences(silence, labels)).toEqual({});
  });
});
