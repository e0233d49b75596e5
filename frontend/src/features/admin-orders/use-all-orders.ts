import { listOf } from '../../api/list-of';
import { pagesApi } from '../../api/pages';
import { useEndedSession } from '../../api/use-ended-session';

/** Everybody's orders, newest first. */
export function useAllOrders() {
  const pages = pagesApi.useEveryOrderInfiniteQuery(undefined, {
    refetchOnMountOrArgChange: true,
  });
  useEndedSession(pages.error, [401]);
  return listOf(pages);
}
