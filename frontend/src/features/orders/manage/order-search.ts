import type { ListOrdersApiArg } from '../../../api/contract/generated-types';
import { dayIn, queryFrom, textIn } from '../../../lib/filters-in-url';
import { ORDER_VIEWS } from '../../../lib/orders';
import type { OrderView } from '../../../lib/paths';

/** The order filters, as stored in the URL. */
export interface OrderSearch {
  view: OrderView;
  words: string;
  /** The first and last day, as `2026-11-24` in the shop's time zone; empty for no bound. */
  from: string;
  to: string;
  /** The id of the order open next to the list; empty for none. */
  open: string;
}

const MAX_WORDS = 254;

export function searchOf(query: URLSearchParams): OrderSearch {
  const shown = textIn(query, 'show');
  return {
    view: ORDER_VIEWS.find(({ view }) => view === shown)?.view ?? 'all',
    words: textIn(query, 'q').slice(0, MAX_WORDS),
    from: dayIn(query, 'from'),
    to: dayIn(query, 'to'),
    open: textIn(query, 'open'),
  };
}

export const queryOf = ({ view, words, from, to, open }: OrderSearch) =>
  queryFrom({ show: view === 'all' ? '' : view, q: words, from, to, open });

const orNone = (value: string) => (value === '' ? undefined : value);

/** The filters as API parameters. */
export const choiceOf = ({
  view,
  words,
  from,
  to,
}: OrderSearch): Pick<ListOrdersApiArg, 'state' | 'q' | 'from' | 'to'> => ({
  state: view === 'all' ? undefined : view,
  q: orNone(words),
  from: orNone(from),
  to: orNone(to),
});

/** Whether any filter is active. */
export const isNarrowed = ({ view, words, from, to }: OrderSearch) =>
  view !== 'all' || words !== '' || from !== '' || to !== '';
