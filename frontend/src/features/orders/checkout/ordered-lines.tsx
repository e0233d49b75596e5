import { CircleAlert } from 'lucide-react';
import type { PricedLine } from '../../../api/use-quote';
import { linePlace } from '../../../lib/cart/line-place';
import { formatDollars } from '../../../lib/format';
import { paths } from '../../../lib/paths';
import { Link } from '../../../ui/controls/link';
import { PartPicture } from '../../../ui/data/part';

/** What is about to be ordered, to be read once more, or has been ordered. */
export function OrderedLines({ lines }: { lines: PricedLine[] }) {
  return (
    <ul className="ordered-lines" aria-label="Parts of this order">
      {lines.map((line) => (
        <OrderedLine key={line.part} line={line} />
      ))}
    </ul>
  );
}

function OrderedLine({ line: { part, quantity, quoted, total } }: { line: PricedLine }) {
  const { image, unitPrice, problem } = quoted ?? {};
  return (
    <li>
      <div className="pic">
        {image !== undefined && <PartPicture src={image} title="" sizes="4rem" />}
      </div>
      <div>
        <b>{quoted === undefined ? 'A part' : (quoted.title ?? 'A part that is gone')}</b>
        {unitPrice !== undefined && (
          <span className="each">
            {quantity} × {formatDollars(unitPrice)}
          </span>
        )}
        {problem && (
          <span className="refusal">
            <CircleAlert className="icon" />
            <span>
              {problem.detail}{' '}
              <Link to={{ pathname: paths.cart, hash: linePlace(part) }}>
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
