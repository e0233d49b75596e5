import type { Code } from './generated-types';
import { type ApiError, codeOf, sentenceFor } from './problem';

/** A refused call as an exception, for code that awaits several steps. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** The response's problem code; null without a response. */
  readonly code: Code | null;

  constructor(error: ApiError) {
    super(sentenceFor(error));
    this.code = codeOf(error);
  }
}
