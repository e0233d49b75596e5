import type { ReactNode } from 'react';
import { feedbackMessage } from '../../api/contract/generated-types';
import { shopApi } from '../../api/index';
import { fieldSentences } from '../../api/contract/field-sentences';
import { codeOf, sentenceFor } from '../../api/contract/problem';
import type { Dispatch } from '../../api/session/dispatch';
import { emailRefusal, lengthOf } from '../../lib/text-rules';
import { Alert } from '../../ui/messages/alert';
import type { FeedbackDraft } from './feedback-draft';

const LONGEST_MESSAGE = feedbackMessage.maxLength;

export interface FeedbackOutcome {
  sent: boolean;
  /** Errors, by field. */
  refusals: { message?: string; email?: string };
  /** Shown below the form. */
  notice: ReactNode;
}

function refusalsOf({ message, email }: FeedbackDraft): FeedbackOutcome['refusals'] {
  const length = lengthOf(message);
  const tooLong = `at most ${LONGEST_MESSAGE} characters; you have typed ${length}`;
  const why = email.trim() === '' ? null : emailRefusal(email);
  return {
    ...(length === 0 && { message: 'please enter a message' }),
    ...(length > LONGEST_MESSAGE && { message: tooLong }),
    ...(why !== null && { email: why }),
  };
}

const isEmpty = (refusals: FeedbackOutcome['refusals']) => Object.keys(refusals).length === 0;

function whyNotSent(error: unknown): string {
  return codeOf(error) === 'outcome_unknown'
    ? sentenceFor(error, 'It is safe to send it again.')
    : `Not sent. ${sentenceFor(error)}`;
}

/** Validates and sends the message. */
export async function sendFeedback(
  dispatch: Dispatch,
  draft: FeedbackDraft,
): Promise<FeedbackOutcome> {
  const own = refusalsOf(draft);
  if (!isEmpty(own)) return { sent: false, refusals: own, notice: null };

  const message = draft.message.trim();
  const email = draft.email.trim() || undefined;
  const call = shopApi.endpoints.sendFeedback.initiate(
    { newFeedback: { message, email } },
    { track: false },
  );
  const { error } = await dispatch(call);
  if (error === undefined) return { sent: true, refusals: {}, notice: <Thanks /> };
  const refusals = fieldSentences(error, { message: 'feedback', email: 'email' });
  const notice = isEmpty(refusals) ? <NotSent>{whyNotSent(error)}</NotSent> : null;
  return { sent: false, refusals, notice };
}

function NotSent({ children }: { children: string }) {
  return (
    <Alert tone="danger">
      <p>{children} Your text is still here.</p>
    </Alert>
  );
}

function Thanks() {
  return (
    <Alert tone="positive">
      <p>Thank you for your feedback.</p>
    </Alert>
  );
}
