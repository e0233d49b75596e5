import type { ReturnTerms } from '../../api/contract/generated-types';
import { termsInShort } from '../../lib/return-terms';
import { Exact, Money } from './exact';

interface PartTermsProps {
  core?: number;
  pack?: number;
  returns?: ReturnTerms;
}

/** How a part is sold: packs, core charges and the terms for returning it. */
export function PartTerms({ core, pack, returns }: PartTermsProps) {
  if (core === undefined && pack === undefined && returns === undefined) return null;
  return (
    <ul className="part-terms">
      {pack !== undefined && (
        <li>
          Sold in packs of{' '}
          <b>
            <Exact value={pack} />
          </b>
        </li>
      )}
      {core !== undefined && (
        <li>
          Core charge:{' '}
          <b>
            <Money dollars={core} />
          </b>{' '}
          per piece, refunded when you return your old part
        </li>
      )}
      {returns && <li>{termsInShort(returns)}</li>}
    </ul>
  );
}
