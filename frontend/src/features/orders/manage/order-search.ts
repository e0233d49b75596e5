import type { ListOrdersApiArg } from '../../../api/generated-types';
import { ORDER_VIEWS } from '../../../lib/orders';
import type { OrderView } from '../../../lib/paths';

/** What an admin has chosen to see, as the page's address holds it. */
export interface OrderSearch {
  view: OrderView;
  words: string;
  /** The first and the last day, as `2026-11-24` in the shop; empty without an end. */
  from: string;
  to: string;
  /** The id of the order that is open beside the list; empty when none is. */
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

/** Leaves out what is as usual, so that addresses stay short enough to read. */
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

/** Which orders are looked for, as the API takes it. */
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

/** Whether anything narrows the list down. */
export const isNarrowed = ({ view, words, from, to }: OrderSearch) =>
  view !== 'all' || words !== '' || from !== '' || to !== '';
