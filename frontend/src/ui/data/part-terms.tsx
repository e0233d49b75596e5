import { Exact, Money } from './exact';

/** How a part is sold: shown only for packs or core charges. */
export function PartTerms({ core, pack }: { core?: number; pack?: number }) {
  if (core === undefined && pack === undefined) return null;
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
    </ul>
  );
}
