import { listOf, type Pages } from '../paging';
import { useEndedSession } from './session-hooks';

/**
 * A paginated list of a screen for admins, in the form that screens use. Rows of a previous search
 * do not count.
 */
export function useAdminList<Row>(pages: Pages<Row> & { currentData?: Pages<Row>['data'] }) {
  useEndedSession(pages.error, [401]);
  return listOf({ ...pages, data: pages.currentData });
}
