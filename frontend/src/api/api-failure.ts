import type { Code } from './generated-types';
import { type ApiError, codeOf, sentenceFor } from './problem';

/** A refused call as an exception, for code that awaits several steps in a row. */
export class ApiFailure extends Error {
  override readonly name = 'ApiFailure';
  /** The code of the answer; null when there was none. */
  readonly code: Code | null;

  constructor(error: ApiError) {
    super(sentenceFor(error));
    this.code = codeOf(error);
  }
}
