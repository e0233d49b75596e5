import { useEffect, useState } from 'react';
import { useShopDispatch } from '../../api/session/session-hooks';
import { NotFetched } from '../../ui/messages/not-fetched';
import {
  adoptFeedbackDraft,
  deleteFeedbackDraft,
  EMPTY,
  type FeedbackDraft,
  readFeedbackDraft,
  saveFeedbackDraft,
} from './feedback-draft';
import type { FeedbackOutcome } from './send-feedback';

/** Loaded when a visitor first uses the form; most never do. */
const sending = () => import('./send-feedback');

const nothingYet: FeedbackOutcome = { sent: false, refusals: {}, notice: null };

const notFetched = (): FeedbackOutcome => ({
  ...nothingYet,
  notice: <NotFetched>Not sent. Your text is still here.</NotFetched>,
});

/**
 * The feedback form's text, errors and sending state. The text is saved: some screens have no
 * footer, and the page may be reloaded while it is written.
 * @param owner the author; null for a visitor
 */
export function useFeedback(owner: string | null) {
  const dispatch = useShopDispatch();
  const [draft, setDraft] = useState(() => readFeedbackDraft(owner));
  const [busy, setBusy] = useState(false);
  const [{ refusals, notice }, setOutcome] = useState(nothingYet);

  useEffect(() => {
    if (owner !== null) adoptFeedbackDraft(owner, draft);
  }, [owner, draft]);

  const change = (part: Partial<FeedbackDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    saveFeedbackDraft(owner, next);
    setOutcome(nothingYet);
  };

  /** Resolves to the first invalid field; null if there is none. */
  const send = async (): Promise<keyof FeedbackDraft | null> => {
    setBusy(true);
    setOutcome(nothingYet);
    const outcome = await sending().then(
      ({ sendFeedback }) => sendFeedback(dispatch, draft),
      notFetched,
    );
    setBusy(false);
    setOutcome(outcome);
    if (outcome.sent) {
      setDraft(EMPTY);
      deleteFeedbackDraft(owner);
    }
    if (outcome.refusals.message) return 'message';
    return outcome.refusals.email ? 'email' : null;
  };

  /** Preloads the code that sends. */
  const prepare = () => {
    sending().catch(() => undefined);
  };

  return { draft, change, prepare, send, refusals, busy, notice };
}
