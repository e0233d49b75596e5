import type { FormikErrors } from 'formik';
import { refundNote } from '../../../api/generated-limits';
import type { Order, PartialRefund } from '../../../api/generated-types';
import { formatCount, formatDollars } from '../../../lib/format';
import { isWithin } from '../../../lib/text-rules';
import { validation } from '../../../lib/texts';
import { keptOf } from '../refunded-pieces';
import { refundable } from './order-rules';
import { returnedFor } from './refund-sums';

export interface RefundForm {
  choice: 'everything' | 'lines' | 'amount';
  /** As typed, for each line of the order. */
  pieces: string[];
  restock: boolean;
  amount: string;
  note: string;
}

export const blankRefund = ({ lines }: Order): RefundForm => ({
  choice: 'everything',
  pieces: lines.map(() => '0'),
  restock: false,
  amount: '',
  note: '',
});

/** How many pieces a field means; an empty one is none, and what is no whole number is not a number. */
export function piecesIn(typed: string | undefined = ''): number {
  const text = typed.trim();
  return /^-?\d*$/.test(text) ? Number(text) : NaN;
}

/** Without what people write around a number of dollars: `$1,200` is 1200. */
const digitsIn = (typed: string) =>
  typed
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/,(?=\d{3}(\D|$))/g, '');

/** The amount that is typed, in dollars; not a number when it is none. */
const amountIn = (typed: string) =>
  /^\d+(\.\d{1,2})?$/.test(digitsIn(typed)) ? Number(digitsIn(typed)) : NaN;

/** What would go back, in dollars; null while the form does not say. */
export function refundOf(values: RefundForm, order: Order) {
  const left = refundable(order);
  if (values.choice === 'everything') return { sum: left, isWhole: true };
  if (Object.keys(refundProblems({ ...values, note: '' }, order)).length > 0) return null;
  if (values.choice === 'lines') return returnedFor(order, values.pieces.map(piecesIn));
  const sum = amountIn(values.amount);
  return { sum, isWhole: sum === left };
}

/** What the form asks the server for; null when it is everything, for which there is another call. */
export function partOf(values: RefundForm, { status }: Order): PartialRefund | null {
  const note = values.note.trim();
  const noted = note === '' ? {} : { note };
  if (values.choice === 'everything') return null;
  if (values.choice === 'amount') return { amount: amountIn(values.amount), ...noted };
  const lines = values.pieces
    .map((typed, position) => ({ line: position + 1, pieces: piecesIn(typed) }))
    .filter(({ pieces }) => pieces > 0);
  const restock = status === 'shipped' && values.restock;
  return { lines, ...(restock && { restock }), ...noted };
}

/** What is wrong with what was typed; only what was chosen counts. */
export function refundProblems(values: RefundForm, order: Order): FormikErrors<RefundForm> {
  const { choice, note } = values;
  if (choice === 'everything') return {};
  const amount = choice === 'amount' ? amountProblem(values.amount, refundable(order)) : null;
  const pieces = choice === 'lines' ? piecesProblems(values.pieces, order) : [];
  return {
    ...(amount !== null && { amount }),
    ...(pieces.length > 0 && { pieces }),
    ...(!isWithin(refundNote.maxLength)(note) && {
      note: validation.tooLong('note', refundNote.maxLength),
    }),
  };
}

function amountProblem(typed: string, left: number): string | null {
  const text = digitsIn(typed);
  if (text === '') return validation.required('amount');
  if (/^\d+\.\d{3,}$/.test(text)) return validation.inCents('amount');
  const amount = amountIn(typed);
  if (text.startsWith('-') || amount === 0 || amount > left) {
    return validation.outOfRange('amount', '$0.01', formatDollars(left));
  }
  return Number.isNaN(amount) ? validation.numberInvalid('amount') : null;
}

/** By line; where none of them is at fault, the first one that can be changed says what is wrong. */
function piecesProblems(typed: string[], order: Order): string[] {
  const problems: string[] = [];
  order.lines.forEach((line, position) => {
    const pieces = piecesIn(typed[position]);
    const kept = keptOf(line);
    if (Number.isNaN(pieces)) problems[position] = validation.quantityWhole;
    else if (pieces < 0 || pieces > kept) {
      problems[position] = validation.outOfRange('pieces', '0', formatCount(kept));
    }
  });
  if (problems.length > 0) return problems;
  const pieces = typed.map(piecesIn);
  const first = pieces.findIndex((each) => each > 0);
  if (first < 0) {
    const free = order.lines.findIndex((line) => keptOf(line) > 0);
    problems[Math.max(free, 0)] = 'choose at least one piece';
  } else if (returnedFor(order, pieces).sum > refundable(order)) {
    problems[first] = `only ${formatDollars(refundable(order))} of the order’s money is left`;
  }
  return problems;
}
