import type { FormikErrors } from 'formik';
import { refundNote } from '../../../api/contract/generated-types';
import type { Order, OrderLine, PartialRefund } from '../../../api/contract/generated-types';
import { formatCount, formatDollars } from '../../../lib/format';
import { keptOf } from '../../../lib/orders';
import { plainCharacters } from '../../../lib/plain-characters';
import { piecesIn } from '../../../lib/quantity';
import { isWithin } from '../../../lib/text-rules';
import { validation } from '../../../lib/texts';
import { refundable } from './order-rules';

/** What is refunded by line: pieces, or only the core charges of pieces. */
export type LineChoice = 'pieces' | 'cores';

const isByLine = (choice: RefundForm['choice']): choice is LineChoice =>
  choice === 'pieces' || choice === 'cores';

/** The number of a line's kept pieces whose core charge can still be refunded. */
export const coresLeft = (line: OrderLine): number =>
  line.core === undefined ? 0 : keptOf(line) - (line.coresReturned ?? 0);

/** The maximum number that can be refunded in a line. */
export const MAX_CHOICE: Record<LineChoice, (line: OrderLine) => number> = {
  pieces: keptOf,
  cores: coresLeft,
};

export interface RefundForm {
  choice: 'everything' | LineChoice | 'amount';
  /** The number of pieces to refund in each line of the order, as typed. */
  pieces: string[];
  /** The number of pieces in each line whose core charge alone is refunded, as typed. */
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

/** Removes currency signs and separators: `$1,200` is 1200. */
const digitsIn = (typed: string) =>
  plainCharacters(typed)
    .trim()
    .replace(/^\$\s*/, '')
    .replace(/,(?=\d{3}(\D|$))/g, '');

/** The typed amount in dollars; NaN if it is invalid. */
const amountIn = (typed: string) =>
  /^\d+(\.\d{1,2})?$/.test(digitsIn(typed)) ? Number(digitsIn(typed)) : NaN;

/** The refund request for the form; null for a full refund, which uses another call. */
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

/**
 * Errors of the form; only the selected kind of refund is validated.
 * @param isTooMuch whether the order has too little money left for the chosen lines
 */
export function refundProblems(
  values: RefundForm,
  order: Order,
  isTooMuch = false,
): FormikErrors<RefundForm> {
  const { choice, note } = values;
  if (choice === 'everything') return {};
  const amount = choice === 'amount' ? amountProblem(values.amount, refundable(order)) : null;
  const lines = isByLine(choice) ? lineProblems(choice, values[choice], order, isTooMuch) : [];
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

/** Errors by line; if no line is invalid, the first editable one shows the message. */
function lineProblems(
  choice: LineChoice,
  typed: string[],
  order: Order,
  isTooMuch: boolean,
): string[] {
  const problems: string[] = [];
  order.lines.forEach((line, position) => {
    const pieces = piecesIn(typed[position]);
    const most = MAX_CHOICE[choice](line);
    if (Number.isNaN(pieces)) problems[position] = validation.quantityWhole;
    else if (pieces < 0 || pieces > most) {
      problems[position] = validation.outOfRange(choice, '0', formatCount(most));
    }
  });
  if (problems.length > 0) return problems;
  const first = typed.findIndex((each) => piecesIn(each) > 0);
  if (first < 0) {
    const free = order.lines.findIndex((line) => MAX_CHOICE[choice](line) > 0);
    problems[Math.max(free, 0)] =
      choice === 'cores' ? 'choose at least one core' : 'choose at least one piece';
  } else if (isTooMuch) {
    problems[first] = `only ${formatDollars(refundable(order))} of this order is left to refund`;
  }
  return problems;
}
