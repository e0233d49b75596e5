import { CircleAlert } from 'lucide-react';
import type { QuotedLine } from '../../api/generated-types';
import { lineAnchor } from '../../lib/cart/line-anchor';
import { formatCount, formatDollars } from '../../lib/format';
import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';
import { PartPicture } from '../../ui/data/part';

export interface OrderedLine {
  part: string;
  title: string;
  quantity: number;
  /** In dollars; undefined while the shop has not said it. */
  total?: number;
  /** What the shop says about the part. */
  quoted?: Pick<QuotedLine, 'image' | 'unitPrice' | 'problem'>;
}

/** What is about to be ordered, to be read once more, or has been ordered. */
export function OrderedLines({ lines }: { lines: OrderedLine[] }) {
  return (
    <ul className="ordered-lines" aria-label="Parts of this order">
      {lines.map((line) => (
        <Line key={line.part} line={line} />
      ))}
    </ul>
  );
}

function Line({ line: { part, title, quantity, total, quoted = {} } }: { line: OrderedLine }) {
  const { image, unitPrice, problem } = quoted;
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
        {problem && (
          <span className="refusal">
            <CircleAlert className="icon" />
            <span>
              {problem.detail}{' '}
              <Link to={{ pathname: paths.cart, hash: lineAnchor(part) }}>
                Change it in the cart
              </Link>
            </span>
          </span>
        )}
      </div>
      <span className="sum">{total === undefined ? '–' : formatDollars(total)}</span>
    </li>
  );
}
