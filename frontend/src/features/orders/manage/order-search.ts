import type { ListOrdersApiArg } from '../../../api/contract/generated-types';
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
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export function searchOf(query: URLSearchParams): OrderSearch {
  const text = (name: string) => (query.get(name) ?? '').trim();
  const day = (name: string) => (DAY.test(text(name)) ? text(name) : '');
  return {
    view: ORDER_VIEWS.find(({ view }) => view === text('show'))?.view ?? 'all',
    words: text('q').slice(0, MAX_WORDS),
    from: day('from'),
    to: day('to'),
    open: text('open'),
  };
}

/** Omits defaults, to keep URLs short and readable. */
export function queryOf({ view, words, from, to, open }: OrderSearch): URLSearchParams {
  const query = new URLSearchParams();
  const put = (name: string, value: string) => {
    if (value !== '') query.set(name, value);
  };
  put('show', view === 'all' ? '' : view);
  put('q', words);
  put('from', from);
  put('to', to);
  put('open', open);
  return query;
}

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
