import { REVIEWED_KEY } from '../../lib/personal-storage';

/** The shop counts days in UTC. */
const today = () => new Date().toISOString().slice(0, 10);

/** Whether a review was sent from this browser today; the shop knows of others. */
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
    // A browser may refuse storage: a second one is then refused by the shop, which says so.
  }
}
