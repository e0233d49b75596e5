import { adminApi } from './admin';
import { listOf, useEveryPage } from './paging';

interface Options {
  /** Does not ask at all. */
  skip?: boolean;
}

/**
 * All refunds, newest first. Read to the end: the one that cannot be carried out and waits for
 * somebody to look at it may be the oldest of all.
 */
export function useAllRefunds({ skip = false }: Options = {}) {
  const pages = adminApi.useEveryRefundInfiniteQuery(undefined, {
    refetchOnMountOrArgChange: true,
    skip,
  });
  useEveryPage(pages);
  return listOf(pages);
}
