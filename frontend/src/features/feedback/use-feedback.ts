import { useState } from 'react';
import { shopApi } from '../../api/index';
import { fieldSentences, sentenceFor } from '../../api/problem';
import { emailRefusal } from '../../lib/email';
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts';
import { lengthOf } from '../../lib/text-length';

/** As the server counts. */
const LONGEST_MESSAGE = 2000;

interface FeedbackDraft {
  message: string;
  email: string;
}

const EMPTY: FeedbackDraft = { message: '', email: '' };

/** The footer is away on some screens, and a page may be loaded anew while a text is being written. */
const DRAFT = 'feedback';

type Refusals = Partial<Record<keyof FeedbackDraft, string | null>>;

function refusalsOf({ message, email }: FeedbackDraft): Refusals {
  const length = lengthOf(message);
  const tooLong = `at most ${LONGEST_MESSAGE} characters, these are ${length}`;
  return {
    message: length === 0 ? 'write a few words first' : length > LONGEST_MESSAGE ? tooLong : null,
    email: email.trim() === '' ? null : emailRefusal(email),
  };
}

/** The feedback form's text, what is wrong with it, and how sending it goes. */
export function useFeedback() {
  const [sendFeedback, sending] = shopApi.useSendFeedbackMutation();
  const [draft, setDraft] = useState<FeedbackDraft>(() => ({ ...EMPTY, ...readDraft(DRAFT) }));
  const [refusals, setRefusals] = useState<Refusals>({});

  const change = (part: Partial<FeedbackDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    keepDraft(DRAFT, { ...next });
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
      dropDraft(DRAFT);
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
    problem: sending.isError && !isRefused ? sentenceFor(sending.error) : null,
  };
}
