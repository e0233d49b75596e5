import { REVIEWED_KEY } from '../../lib/personal-storage';

/** The shop counts days in UTC. */
const today = () => new Date().toISOString().slice(0, 10);

/** Whether a review was sent from this browser today; the shop also knows those from elsewhere. */
export function hasReviewedToday(): boolean {
  try {
    return localStorage.getItem(REVIEWED_KEY) === today();
  } catch {
    return false;
  }
}

export function rememberReview(): void {
  try {
    localStorage.setItem(REVIEWED_KEY, today());
  } catch {
    // A browser may refuse storage: the shop then refuses a second review, with a message.
  }
}
