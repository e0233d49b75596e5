import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { QuotedLine } from '../../api/contract/generated-types';
import { type To } from 'react-router-dom';
import { lineKey } from '../../lib/cart/cart-storage';
import { termsInShort } from '../../lib/return-terms';
import { verdictInWords } from '../../lib/vehicle/fit-words';
import { carNameOf } from '../../lib/vehicle/part-fits';
import { Link } from '../../ui/controls/link';
import { Count, Money } from '../../ui/data/exact';
import { FitBadge } from '../../ui/data/fit-badge';
import { PartPicture } from '../../ui/data/part';

export interface OrderedLine {
  part: string;
  /** The line's car; undefined for no particular car. */
  vehicle?: string;
  title: string;
  quantity: number;
  /** In dollars; undefined until the shop has quoted it. */
  total?: number;
  /** The shop's data about the part. */
  quoted?: Pick<QuotedLine, 'image' | 'unitPrice' | 'core' | 'problem' | 'fit' | 'returns'>;
}

interface OrderedLinesProps {
  lines: OrderedLine[];
  /** A link to where a line can be changed, while that is possible. */
  change?: (line: OrderedLine) => { to: To; label: string };
  /** What must be confirmed about a line and its car, while that is possible. */
  fitOf?: (line: OrderedLine) => ReactNode;
}

/** The lines that are about to be ordered, for review, or were ordered. */
export function OrderedLines({ lines, change, fitOf }: OrderedLinesProps) {
  return (
    <ul className="ordered-lines" aria-label="Parts of this order">
      {lines.map((line) => (
        <Line key={lineKey(line)} line={line} change={change?.(line)} fit={fitOf?.(line)} />
      ))}
    </ul>
  );
}

interface LineProps {
  line: OrderedLine;
  change: { to: To; label: string } | undefined;
  fit: ReactNode;
}

function Line({ line: { title, quantity, total, quoted = {} }, change, fit }: LineProps) {
  const { image, unitPrice, core, problem, fit: quotedFit, returns } = quoted;
  return (
    <li>
      <div className="pic">
        {image !== undefined && <PartPicture src={image} title="" sizes="4rem" />}
      </div>
      <div>
        <b>{title}</b>
        {unitPrice !== undefined && (
          <span className="line-detail">
            <Count of={quantity} /> × <Money dollars={unitPrice} />
          </span>
        )}
        {core !== undefined && (
          <span className="line-detail">
            + <Money dollars={core} /> refundable core charge per piece
          </span>
        )}
        {returns && <span className="line-detail">{termsInShort(returns)}</span>}
        {quotedFit && (
          <FitBadge verdict={quotedFit.verdict.verdict}>
            {verdictInWords(quotedFit.verdict, carNameOf(quotedFit.vehicle))}
          </FitBadge>
        )}
        {fit}
        {problem && (
          <span className="refusal">
            <CircleAlert className="icon" />
            <span>
              {problem.detail} {change && <Link to={change.to}>{change.label}</Link>}
            </span>
          </span>
        )}
      </div>
      <span className="sum">{total === undefined ? '–' : <Money dollars={total} />}</span>
    </li>
  );
}
