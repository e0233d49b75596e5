import type { AgreedFit as Agreed } from '../../../api/contract/generated-types';
import { AGREED_WORDS } from '../../../lib/vehicle/fit-words';
import { FitBadge } from '../../../ui/data/fit-badge';
import { Moment } from '../../../ui/data/moment';

interface AgreedFitProps {
  fit: Agreed;
  /** When the order was placed. */
  at: string;
  /** The reader is the customer. */
  isOwn: boolean;
}

/** What was agreed about a part and its car when the order was placed. It never changes. */
export function AgreedFit({ fit, at, isOwn }: AgreedFitProps) {
  const { name, verdict, conditions, confirmed } = fit;
  const who = isOwn ? 'You' : 'The customer';
  return (
    <div className="agreed-fit">
      <p>
        <FitBadge verdict={verdict}>{AGREED_WORDS[verdict]}</FitBadge> <b>For {name}</b>
      </p>
      {verdict === 'does_not_fit' && confirmed && (
        <p>{who} confirmed that it is not listed for this car.</p>
      )}
      {conditions.length > 0 && (
        <p>
          {confirmed ? `${who} confirmed` : 'Notes'}: {conditions.join('; ')}
        </p>
      )}
      <p>
        As of <Moment at={at} day />
      </p>
    </div>
  );
}
