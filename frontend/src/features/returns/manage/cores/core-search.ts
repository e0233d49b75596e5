import type { CoreChoice } from '../../../../api/admin';
import { queryFrom, textIn } from '../../../../lib/filters-in-url';

/** Views of all core charges; the others are named after the state of pieces. */
export type CoreView = 'all' | NonNullable<CoreChoice['state']>;

/** The filters of the list of core charges, as stored in the URL. */
export interface CoreSearch {
  /** Does not count while there is an order. */
  view: CoreView;
  /** The id of an order; empty for any. */
  order: string;
}

/** The views that need work come first. */
export const CORE_VIEWS: readonly { view: CoreView; label: string }[] = [
  { view: 'received', label: 'To check' },
  { view: 'owed', label: 'Owed' },
  { view: 'accepted', label: 'Accepted' },
  { view: 'refused', label: 'Refused' },
  { view: 'expired', label: 'Expired' },
  { view: 'all', label: 'All' },
];
const USUAL: CoreView = 'received';

export function searchOf(query: URLSearchParams): CoreSearch {
  const shown = textIn(query, 'show');
  return {
    view: CORE_VIEWS.find(({ view }) => view === shown)?.view ?? USUAL,
    order: textIn(query, 'order'),
  };
}

export const queryOf = (view: CoreView) => queryFrom({ show: view === USUAL ? '' : view });

/** The view as an API parameter. */
export const choiceOf = (view: CoreView): CoreChoice => (view === 'all' ? {} : { state: view });
