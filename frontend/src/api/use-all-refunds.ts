import { adminApi } from './admin';
import { listOf, useEveryPage } from './paging';

interface Options {
  /** Makes no request. */
  skip?: boolean;
}

/**
 * All refunds, newest first. Reads every page, because the failed refund that needs an admin may be
 * the oldest.
 */
export function useAllRefunds({ skip = false }: Options = {}) {
  const pages = adminApi.useEveryRefundInfiniteQuery(undefined, {
    refetchOnMountOrArgChange: true,
    skip,
  });
  useEveryPage(pages);
  return listOf(pages);
}
