import { object, string } from 'yup';
import { returnAnswer } from '../../../api/contract/generated-types';
import type {
  InspectedLine,
  RecordedReason,
  Return,
  ReturnedLine,
  ReturnReason,
} from '../../../api/contract/generated-types';
import { formatCount } from '../../../lib/format';
import { piecesIn } from '../../../lib/quantity';
import { notTooLong } from '../../../lib/text-rules';
import { validation } from '../../../lib/texts';

/** The pieces of a line that do not go back into stock, as typed; the others do. */
export interface Found {
  damaged: string;
  refused: string;
}

export interface ReceiveForm {
  /** By the number of the line. */
  lines: Record<string, Found>;
  /** What the inspection showed. */
  reason: RecordedReason;
  answer: string;
}

export const blankReceive = ({ lines, reason, answer = '' }: Return): ReceiveForm => ({
  lines: Object.fromEntries(lines.map(({ line }) => [line, { damaged: '0', refused: '0' }])),
  reason,
  answer,
});

/** The pieces of a line that go back into stock; NaN if a number is invalid, negative if too large. */
export const restockedOf = (pieces: number, { damaged, refused }: Found): number =>
  pieces - piecesIn(damaged) - piecesIn(refused);

const EXPLAIN = 'Tell the customer why you changed the reason';

const piecesUpTo = (most: number) =>
  string()
    .test('whole', validation.quantityWhole, (typed) => !Number.isNaN(piecesIn(typed)))
    .test('range', validation.outOfRange('pieces', '0', formatCount(most)), (typed) => {
      const pieces = piecesIn(typed);
      return Number.isNaN(pieces) || (pieces >= 0 && pieces <= most);
    });

const lineRules = ({ pieces }: ReturnedLine) =>
  object({
    damaged: piecesUpTo(pieces),
    refused: piecesUpTo(pieces).when('damaged', ([damaged]: string[], rule) => {
      const left = pieces - piecesIn(damaged);
      return left >= 0
        ? rule.test(
            'sum',
            `only ${formatCount(pieces)} pieces were returned`,
            (typed) => !(piecesIn(typed) > left),
          )
        : rule;
    }),
  });

export const receiveSchema = ({ lines, reason, answer }: Return) =>
  object({
    lines: object(Object.fromEntries(lines.map((line) => [line.line, lineRules(line)]))),
    answer: string()
      .trim()
      .test(notTooLong('answer', returnAnswer))
      .when('reason', ([found]: RecordedReason[], rule) =>
        found === reason ? rule : rule.required(EXPLAIN).notOneOf([answer], EXPLAIN),
      ),
  });

/** The reason, if it is not the customer's. */
export const newReason = ({ reason }: Return, form: ReceiveForm): ReturnReason | undefined =>
  form.reason === reason || form.reason === 'withdrawal' ? undefined : form.reason;

/** What was found, for each line of a valid form. */
export const foundOf = ({ lines }: Return, values: ReceiveForm): InspectedLine[] =>
  lines.map(({ line, pieces }) => {
    const found = values.lines[line] ?? { damaged: '0', refused: '0' };
    return {
      line,
      restocked: restockedOf(pieces, found),
      damaged: piecesIn(found.damaged),
      refused: piecesIn(found.refused),
    };
  });
