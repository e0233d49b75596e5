/**
 * What somebody has begun to write. It lives as long as the tab: the footer is away on some screens,
 * and a page may be loaded anew while a text waits to be finished.
 */
export interface FeedbackDraft {
  message: string;
  email: string;
}

const KEY = 'feedbackDraft';
const EMPTY: FeedbackDraft = { message: '', email: '' };

export function readDraft(): FeedbackDraft {
  try {
    const kept = sessionStorage.getItem(KEY);
    return kept === null ? EMPTY : { ...EMPTY, ...(JSON.parse(kept) as Partial<FeedbackDraft>) };
  } catch {
    return EMPTY;
  }
}

export function keepDraft(draft: FeedbackDraft): void {
  try {
    if (draft.message === '' && draft.email === '') sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(draft));
  } catch {
    // A browser that stores nothing still keeps the text as long as the footer stays.
  }
}
