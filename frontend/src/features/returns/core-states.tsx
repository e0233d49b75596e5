import type { CoreClaim } from '../../api/contract/generated-types';
import { lineTotal } from '../../lib/format';
import { Count, Money } from '../../ui/data/exact';
import { LastDay } from '../../ui/data/moment';

/** Whether any piece has a core charge that was not refunded with the piece. */
export const hasStates = ({ owed, received, accepted, refused, expired }: CoreClaim) =>
  owed + received + accepted + refused + expired > 0;

/** The core charges of a line: the amount owed, its deadline, and the state of the old parts. */
export function CoreStates({ of: claim }: { of: CoreClaim }) {
  const { core, owed, received, accepted, refused, expired, reason, dueAt } = claim;
  return (
    <ul className="returns-core-states">
      {owed > 0 && (
        <li>
          <Money dollars={lineTotal(core, owed)} /> for <Count of={owed} /> old{' '}
          {owed === 1 ? 'part' : 'parts'}, due by <LastDay at={dueAt} />
        </li>
      )}
      {received > 0 && (
        <li>
          <Count of={received} /> received, to be checked
        </li>
      )}
      {accepted > 0 && (
        <li>
          <Count of={accepted} /> accepted: <Money dollars={lineTotal(core, accepted)} /> refunded
        </li>
      )}
      {refused > 0 && (
        <li>
          <Count of={refused} /> refused{reason !== undefined && `: ${reason}`}
        </li>
      )}
      {expired > 0 && (
        <li>
          <Count of={expired} /> not received by <LastDay at={dueAt} />
        </li>
      )}
    </ul>
  );
}
