import { listOf } from '../../api/list-of';
import { pagesApi } from '../../api/pages';
import { useEndedSession } from '../../api/use-ended-session';
import { usePerson } from '../../lib/session/use-person';

/** The signed-in person's orders, newest first. A refusal of this call ends the session. */
export function useMyOrders() {
  const { email } = usePerson();
  const pages = pagesApi.useEveryOrderOfInfiniteQuery(email, { refetchOnMountOrArgChange: true });
  useEndedSession(pages.error, [401, 403]);
  return listOf(pages);
}
