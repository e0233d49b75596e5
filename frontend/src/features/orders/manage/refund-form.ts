import type { FormikErrors } from 'formik';
import { refundNote } from '../../../api/generated-limits';
import type { Order, OrderLine, PartialRefund } from '../../../api/generated-types';
import { formatCount, formatDollars } from '../../../lib/format';
import { plainCharacters } from '../../../lib/plain-characters';
import { isWithin } from '../../../lib/text-rules';
import { validation } from '../../../lib/texts';
import { keptOf } from '../refunded-pieces';
import { refundable } from './order-rules';
import { coresLeft, returnedFor, returnedForCores } from './refund-sums';

/** What is chosen line by line: pieces, or the cores of pieces. */
export type LineChoice = 'pieces' | 'cores';

const isByLine = (choice: RefundForm['choice']): choice is LineChoice =>
  choice === 'pieces' || choice === 'cores';

/** How many of a line can be chosen. */
export const MOST: Record<LineChoice, (line: OrderLine) => number> = {
  pieces: keptOf,
  cores: coresLeft,
};

const RETURNED = { pieces: returnedFor, cores: returnedForCores };

export interface RefundForm {
  choice: 'everything' | LineChoice | 'amount';
  /** As typed, for each line of the order. */
  pieces: string[];
  /** The same for pieces that stay with the customer, of which only the core is paid back. */
  cores: string[];
  restock: boolean;
  amount: string;
  note: string;
}

export const blankRefund = ({ lines }: Order): RefundForm => ({
  choice: 'everything',
  pieces: lines.map(() => '0'),
  cores: lines.map(() => '0'),
  restock: false,
  amount: '',
  note: '',
});

/** How many pieces a field means; an empty one is none, and what is no whole number is not a number. */
export function piecesIn(typed: string | undefined = ''): number {
  const text = plainCharacters(typed).trim();
  return /^-?\d*$/.test(text) ? Number(text) : NaN;
}

/** Without what people write around a number of dollars: `$1,200` is 1200. */
const digitsIn = (typed: string) =>
  plainCharacters(typed)
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
  if (isByLine(values.choice)) {
    return RETURNED[values.choice](order, values[values.choice].map(piecesIn));
  }
  const sum = amountIn(values.amount);
  return { sum, isWhole: sum === left };
}

/** What the form asks the server for; null when it is everything, for which there is another call. */
export function partOf(values: RefundForm, { status }: Order): PartialRefund | null {
  const note = values.note.trim();
  const noted = note === '' ? {} : { note };
  if (values.choice === 'everything') return null;
  if (values.choice === 'amount') return { amount: amountIn(values.amount), ...noted };
  const coresOnly = values.choice === 'cores';
  const lines = values[values.choice]
    .map((typed, position) => ({ line: position + 1, pieces: piecesIn(typed) }))
    .filter(({ pieces }) => pieces > 0)
    .map((line) => (coresOnly ? { ...line, coresOnly } : line));
  const restock = status === 'shipped' && !coresOnly && values.restock;
  return { lines, ...(restock && { restock }), ...noted };
}

/** What is wrong with what was typed; only what was chosen counts. */
export function refundProblems(values: RefundForm, order: Order): FormikErrors<RefundForm> {
  const { choice, note } = values;
  if (choice === 'everything') return {};
  const amount = choice === 'amount' ? amountProblem(values.amount, refundable(order)) : null;
  const lines = isByLine(choice) ? lineProblems(choice, values[choice], order) : [];
  return {
    ...(amount !== null && { amount }),
    ...(lines.length > 0 && { [choice]: lines }),
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
function lineProblems(choice: LineChoice, typed: string[], order: Order): string[] {
  const problems: string[] = [];
  order.lines.forEach((line, position) => {
    const pieces = piecesIn(typed[position]);
    const most = MOST[choice](line);
    if (Number.isNaN(pieces)) problems[position] = validation.quantityWhole;
    else if (pieces < 0 || pieces > most) {
      problems[position] = validation.outOfRange(choice, '0', formatCount(most));
    }
  });
  if (problems.length > 0) return problems;
  const pieces = typed.map(piecesIn);
  const first = pieces.findIndex((each) => each > 0);
  if (first < 0) {
    const free = order.lines.findIndex((line) => MOST[choice](line) > 0);
    problems[Math.max(free, 0)] =
      choice === 'cores' ? 'choose at least one core' : 'choose at least one piece';
  } else if (RETURNED[choice](order, pieces).sum > refundable(order)) {
    problems[first] = `only ${formatDollars(refundable(order))} of the order’s money is left`;
  }
  return problems;
}
