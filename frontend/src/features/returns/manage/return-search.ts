import type { ReturnChoice } from '../../../api/admin';
import { queryFrom, textIn } from '../../../lib/filters-in-url';
import type { ReturnView } from '../../../lib/paths';

/** The filters of the list of returns, as stored in the URL. */
export interface ReturnSearch {
  /** Does not count while there is a number. */
  view: ReturnView;
  /** The number of a return; empty for any. */
  number: string;
}

/** The views that need work come first. The URL contains the view, so it can be linked to. */
export const RETURN_VIEWS: readonly { view: ReturnView; label: string }[] = [
  { view: 'requested', label: 'To decide' },
  { view: 'approved', label: 'To receive' },
  { view: 'received', label: 'Received' },
  { view: 'declined', label: 'Declined' },
  { view: 'canceled', label: 'Canceled' },
  { view: 'expired', label: 'Expired' },
  { view: 'all', label: 'All' },
];
const USUAL: ReturnView = 'requested';

/** As printed, or without prefix and separators. */
const NUMBER = /^(rt)?([\s-]*[2-9a-hj-np-z]){8}$/i;

export function searchOf(query: URLSearchParams): ReturnSearch {
  const shown = textIn(query, 'show');
  return {
    view: RETURN_VIEWS.find(({ view }) => view === shown)?.view ?? USUAL,
    number: textIn(query, 'number'),
  };
}

export const queryOf = ({ view, number }: ReturnSearch) =>
  queryFrom({ show: view === USUAL ? '' : view, number });

/** Whether the number is complete: a partial one matches nothing. */
export const canBeFound = ({ number }: ReturnSearch) => number === '' || NUMBER.test(number);

/** The filters as API parameters. */
export function choiceOf({ view, number }: ReturnSearch): ReturnChoice {
  if (number !== '') return { number };
  return view === 'all' ? {} : { state: view };
}
