import { deleteDraft, readDraft, saveDraft } from '../../lib/drafts';

export interface FeedbackDraft {
  message: string;
  email: string;
}

export const EMPTY: FeedbackDraft = { message: '', email: '' };

/** @param owner the author; null for a visitor */
const nameOf = (owner: string | null) => (owner === null ? 'feedback' : `feedback of ${owner}`);

const read = (owner: string | null): FeedbackDraft => ({ ...EMPTY, ...readDraft(nameOf(owner)) });

/** The unfinished message; after signing in, also the text from before. */
export function readFeedbackDraft(owner: string | null): FeedbackDraft {
  const own = read(owner);
  if (owner === null) return own;
  const brought = read(null);
  return {
    message: [own.message, brought.message].filter(Boolean).join('\n\n'),
    email: own.email || brought.email,
  };
}

/** Moves a visitor's text to the user they signed in as. */
export function adoptFeedbackDraft(owner: string, draft: FeedbackDraft): void {
  if (readDraft(nameOf(null)) === null) return;
  saveDraft(nameOf(owner), { ...draft });
  deleteDraft(nameOf(null));
}

export function saveFeedbackDraft(owner: string | null, draft: FeedbackDraft): void {
  saveDraft(nameOf(owner), { ...draft });
}

export function deleteFeedbackDraft(owner: string | null): void {
  deleteDraft(nameOf(owner));
}
