import { object, string } from 'yup';
import { coreRefusal } from '../../../../api/contract/generated-types';
import type { CoreChange, CoreClaim } from '../../../../api/contract/generated-types';
import { formatCount } from '../../../../lib/format';
import { piecesIn } from '../../../../lib/quantity';
import { notTooLong } from '../../../../lib/text-rules';
import { validation } from '../../../../lib/texts';

/** The old parts of a line in each state, as typed. */
export interface CoreForm {
  received: string;
  accepted: string;
  refused: string;
  reason: string;
}

export const coreForm = ({ received, accepted, refused, reason = '' }: CoreClaim): CoreForm => ({
  received: String(received),
  accepted: String(accepted),
  refused: String(refused),
  reason,
});

/** The pieces of a line that were not refunded with their core charge. */
export const claimable = ({ owed, received, accepted, refused, expired }: CoreClaim) =>
  owed + received + accepted + refused + expired;

const piecesBetween = (least: number, most: number) =>
  string()
    .test('whole', validation.quantityWhole, (typed) => !Number.isNaN(piecesIn(typed)))
    .test(
      'range',
      validation.outOfRange('pieces', formatCount(least), formatCount(most)),
      (typed) => {
        const pieces = piecesIn(typed);
        return Number.isNaN(pieces) || (pieces >= least && pieces <= most);
      },
    );

/** Refunded core charges stay refunded, and a refusal has a reason. */
export function coreSchema(claim: CoreClaim) {
  const most = claimable(claim);
  return object({
    received: piecesBetween(0, most),
    accepted: piecesBetween(claim.accepted, most),
    refused: piecesBetween(0, most).when(
      ['received', 'accepted'],
      ([received, accepted]: string[], rule) =>
        rule.test(
          'sum',
          `only ${formatCount(most)} pieces have a core charge`,
          (typed) => !(piecesIn(received) + piecesIn(accepted) + piecesIn(typed) > most),
        ),
    ),
    reason: string()
      .trim()
      .test(notTooLong('reason', coreRefusal))
      .when('refused', ([refused]: string[], rule) =>
        piecesIn(refused) > 0 ? rule.required(validation.required('reason')) : rule,
      ),
  });
}

export function changeOf({ received, accepted, refused, reason }: CoreForm): CoreChange {
  const words = reason.trim();
  return {
    received: piecesIn(received),
    accepted: piecesIn(accepted),
    refused: piecesIn(refused),
    ...(words !== '' && { reason: words }),
  };
}
