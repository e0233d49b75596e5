import { listOf } from '../../api/list-of';
import { pagesApi } from '../../api/pages';
import { useEndedSession } from '../../api/use-ended-session';
import { usePerson } from '../../lib/session/use-person';
import { useLookAgain } from '../../ui/use-look-again';
import { isBeingPaid } from './being-paid';

/**
 * The signed-in person's orders, newest first, asked for again while one of them is being paid. A refusal
 * of this call ends the session.
 */
export function useMyOrders() {
  const { email } = usePerson();
  const pages = pagesApi.useEveryOrderOfInfiniteQuery(email, { refetchOnMountOrArgChange: true });
  useEndedSession(pages.error, [401, 403]);
  const list = listOf(pages);
  useLookAgain(list.rows?.some(isBeingPaid) === true, pages.refetch);
  return list;
}
