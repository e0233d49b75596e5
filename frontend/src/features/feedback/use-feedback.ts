import { useEffect, useState } from 'react';
import { feedbackMessage } from '../../api/generated-limits';
import { shopApi } from '../../api/index';
import { codeOf, fieldSentences, sentenceFor } from '../../api/problem';
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts';
import { emailRefusal, lengthOf } from '../../lib/text-rules';

const LONGEST_MESSAGE = feedbackMessage.maxLength;

type Refusals = Partial<Record<keyof FeedbackDraft, string | null>>;

function refusalsOf({ message, email }: FeedbackDraft): Refusals {
  const length = lengthOf(message);
  const tooLong = `at most ${LONGEST_MESSAGE} characters, these are ${length}`;
  return {
    message: length === 0 ? 'please enter a message' : length > LONGEST_MESSAGE ? tooLong : null,
    email: email.trim() === '' ? null : emailRefusal(email),
  };
}

function whyNotSent(error: unknown): string {
  return codeOf(error) === 'outcome_unknown'
    ? sentenceFor(error, 'It is safe to send it again.')
    : `Not sent. ${sentenceFor(error)}`;
}

/**
 * The feedback form's text, what is wrong with it, and how sending it goes. The text is kept: the
 * footer is away on some screens, and a page may be loaded anew while it is being written.
 * @param owner who writes; null for a visitor
 */
export function useFeedback(owner: string | null) {
  const [sendFeedback, sending] = shopApi.useSendFeedbackMutation();
  const [draft, setDraft] = useState(() => readFeedbackDraft(owner));
  const [refusals, setRefusals] = useState<Refusals>({});

  useEffect(() => {
    if (owner !== null) adoptFeedbackDraft(owner, draft);
  }, [owner, draft]);

  const change = (part: Partial<FeedbackDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    keepFeedbackDraft(owner, next);
    setRefusals({});
    if (!sending.isUninitialized) sending.reset();
  };

  /** Resolves to the field that has to be mended, if there is one. */
  const send = async (): Promise<keyof FeedbackDraft | null> => {
    const own = refusalsOf(draft);
    const answer =
      own.message === null && own.email === null
        ? await sendFeedback({
            newFeedback: { message: draft.message.trim(), email: draft.email.trim() || undefined },
          })
        : null;
    const found: Refusals = answer
      ? fieldSentences(answer.error, { message: 'feedback', email: 'email' })
      : own;
    setRefusals(found);
    if (answer?.data) {
      setDraft(EMPTY);
      dropFeedbackDraft(owner);
    }
    if (found.message) return 'message';
    return found.email ? 'email' : null;
  };

  const isRefused = Boolean(refusals.message ?? refusals.email);
  return {
    draft,
    change,
    send,
    refusals,
    busy: sending.isLoading,
    sent: sending.isSuccess,
    problem: sending.isError && !isRefused ? whyNotSent(sending.error) : null,
  };
}

interface FeedbackDraft {
  message: string;
  email: string;
}

const EMPTY: FeedbackDraft = { message: '', email: '' };

/** @param owner whose words these are; null for a visitor */
const nameOf = (owner: string | null) => (owner === null ? 'feedback' : `feedback of ${owner}`);

const read = (owner: string | null): FeedbackDraft => ({ ...EMPTY, ...readDraft(nameOf(owner)) });

/** What is half typed; whoever has signed in finds also what they typed as a visitor. */
function readFeedbackDraft(owner: string | null): FeedbackDraft {
  const own = read(owner);
  if (owner === null) return own;
  const brought = read(null);
  return {
    message: [own.message, brought.message].filter(Boolean).join('\n\n'),
    email: own.email || brought.email,
  };
}

/** Moves a visitor's words to the person they turned out to be. */
function adoptFeedbackDraft(owner: string, draft: FeedbackDraft): void {
  if (readDraft(nameOf(null)) === null) return;
  keepDraft(nameOf(owner), { ...draft });
  dropDraft(nameOf(null));
}

function keepFeedbackDraft(owner: string | null, draft: FeedbackDraft): void {
  keepDraft(nameOf(owner), { ...draft });
}

function dropFeedbackDraft(owner: string | null): void {
  dropDraft(nameOf(owner));
}
