import { CircleAlert } from 'lucide-react';
import type { QuotedLine } from '../../api/generated-types';
import { type To } from 'react-router-dom';
import { lineKey } from '../../lib/cart/cart-storage';
import { formatCount, formatDollars } from '../../lib/format';
import { Link } from '../../ui/controls/link';
import { PartPicture } from '../../ui/data/part';

export interface OrderedLine {
  part: string;
  /** The car it is for; absent when it is for none in particular. */
  vehicle?: string;
  title: string;
  quantity: number;
  /** In dollars; undefined while the shop has not said it. */
  total?: number;
  /** What the shop says about the part. */
  quoted?: Pick<QuotedLine, 'image' | 'unitPrice' | 'core' | 'problem'>;
}

interface OrderedLinesProps {
  lines: OrderedLine[];
  /** Where a line can be changed, as long as it can. */
  change?: (line: OrderedLine) => { to: To; label: string };
}

/** What is about to be ordered, to be read once more, or has been ordered. */
export function OrderedLines({ lines, change }: OrderedLinesProps) {
  return (
    <ul className="ordered-lines" aria-label="Parts of this order">
      {lines.map((line) => (
        <Line key={lineKey(line)} line={line} change={change?.(line)} />
      ))}
    </ul>
  );
}

interface LineProps {
  line: OrderedLine;
  change: { to: To; label: string } | undefined;
}

function Line({ line: { title, quantity, total, quoted = {} }, change }: LineProps) {
  const { image, unitPrice, core, problem } = quoted;
  return (
    <li>
      <div className="pic">
        {image !== undefined && <PartPicture src={image} title="" sizes="4rem" />}
      </div>
      <div>
        <b>{title}</b>
        {unitPrice !== undefined && (
          <span className="each">
            {formatCount(quantity)} × {formatDollars(unitPrice)}
          </span>
        )}
        {core !== undefined && (
          <span className="each">+ {formatDollars(core)} core charge per piece, paid back</span>
        )}
        {problem && (
          <span className="refusal">
            <CircleAlert className="icon" />
            <span>
              {problem.detail} {change && <Link to={change.to}>{change.label}</Link>}
            </span>
          </span>
        )}
      </div>
      <span className="sum">{total === undefined ? '–' : formatDollars(total)}</span>
    </li>
  );
}
