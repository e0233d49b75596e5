import { useEffect, useState } from 'react';
import { useShopDispatch } from '../../api/session-hooks';
import { NotFetched } from '../../ui/messages/not-fetched';
import {
  adoptFeedbackDraft,
  dropFeedbackDraft,
  EMPTY,
  type FeedbackDraft,
  keepFeedbackDraft,
  readFeedbackDraft,
} from './feedback-draft';
import type { FeedbackOutcome } from './send-feedback';

/** Fetched when somebody turns to the form: most visitors never do. */
const sending = () => import('./send-feedback');

const nothingYet: FeedbackOutcome = { sent: false, refusals: {}, notice: null };

const notFetched = (): FeedbackOutcome => ({
  ...nothingYet,
  notice: <NotFetched>Not sent. Your text is still here.</NotFetched>,
});

/**
 * The feedback form's text, what is wrong with it, and how sending it goes. The text is kept: the
 * footer is away on some screens, and a page may be loaded anew while it is being written.
 * @param owner who writes; null for a visitor
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
    keepFeedbackDraft(owner, next);
    setOutcome(nothingYet);
  };

  /** Resolves to the field that has to be mended, if there is one. */
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
      dropFeedbackDraft(owner);
    }
    if (outcome.refusals.message) return 'message';
    return outcome.refusals.email ? 'email' : null;
  };

  /** Fetches what sending needs, ahead of it. */
  const prepare = () => {
    sending().catch(() => undefined);
  };

  return { draft, change, prepare, send, refusals, busy, notice };
}
