import { object, string } from 'yup';
import { returnNote } from '../../api/contract/generated-types';
import type { ReturnReason, ReturnRequest } from '../../api/contract/generated-types';
import { formatCount } from '../../lib/format';
import { piecesIn } from '../../lib/quantity';
import { notTooLong } from '../../lib/text-rules';
import { validation } from '../../lib/texts';
import type { ReturnableLine } from './return-rules';

export interface RequestForm {
  /** As typed, by line number. */
  pieces: Record<string, string>;
  reason: ReturnReason | '';
  note: string;
}

/** An order with a single piece has it preselected. */
export function blankRequest(lines: ReturnableLine[]): RequestForm {
  const isOnlyOne = lines.length === 1 && lines[0]?.most === 1;
  return {
    pieces: Object.fromEntries(lines.map(({ line }) => [line, isOnlyOne ? '1' : '0'])),
    reason: '',
    note: '',
  };
}

const piecesUpTo = (most: number) =>
  string()
    .test('whole', validation.quantityWhole, (typed) => !Number.isNaN(piecesIn(typed)))
    .test('range', validation.outOfRange('pieces', '0', formatCount(most)), (typed) => {
      const pieces = piecesIn(typed);
      return Number.isNaN(pieces) || (pieces >= 0 && pieces <= most);
    });

/** The pieces of a line, of which none is returned only because it is not needed if the terms exclude that. */
const piecesOf = ({ most, onlyFaulty }: ReturnableLine) =>
  piecesUpTo(most).test(
    'returnable',
    'this part can be returned only if something is wrong with it',
    (typed, { from }) => {
      const form = from?.at(-1)?.value as RequestForm | undefined;
      return !onlyFaulty || form?.reason !== 'not_needed' || !(piecesIn(typed) > 0);
    },
  );

export const requestSchema = (lines: ReturnableLine[]) =>
  object({
    pieces: object(Object.fromEntries(lines.map((line) => [line.line, piecesOf(line)]))),
    reason: string().required('choose a reason'),
    note: string().test(notTooLong('note', returnNote)),
  });

/** The request; null without pieces or a reason. */
export function requestOf({ pieces, reason, note }: RequestForm): ReturnRequest | null {
  const lines = Object.entries(pieces)
    .map(([line, typed]) => ({ line: Number(line), pieces: piecesIn(typed) }))
    .filter((line) => line.pieces > 0);
  if (lines.length === 0 || reason === '') return null;
  return { lines, reason, ...(note.trim() !== '' && { note: note.trim() }) };
}

/** The lines of which any pieces are chosen. */
export const chosenOf = (lines: ReturnableLine[], { pieces }: RequestForm): ReturnableLine[] =>
  lines.filter(({ line }) => piecesIn(pieces[line] ?? '') > 0);

/** Who pays for sending unneeded pieces back; undefined if the chosen pieces do not tell. */
export function shippingNote(lines: ReturnableLine[], form: RequestForm): string | undefined {
  const payers = chosenOf(lines, form).filter(
    ({ onlyFaulty, terms }) => !onlyFaulty && terms.shippingPaidBy !== undefined,
  );
  const own = payers.filter(({ terms }) => terms.shippingPaidBy === 'customer');
  if (payers.length === 0) return undefined;
  if (own.length === 0) return 'We pay for return shipping.';
  if (own.length === payers.length) return 'You pay for return shipping.';
  return `You pay for return shipping of ${own.map(({ product }) => product).join(', ')}.`;
}

/** Whether any chosen piece has a restocking fee if it is not needed. */
export const withFee = (lines: ReturnableLine[], form: RequestForm): boolean =>
  chosenOf(lines, form).some(({ terms }) => terms.restockingPercent !== undefined);
