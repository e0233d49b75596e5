import { CircleAlert } from 'lucide-react';
import type { PricedLine } from '../../../api/use-quote';
import { formatDollars } from '../../../lib/format';
import { PartPicture } from '../../../ui/data/part';

/** What is about to be ordered, to be read once more. */
export function OrderedLines({ lines }: { lines: PricedLine[] }) {
  return (
    <ul className="ordered-lines" aria-label="Your order">
      {lines.map((line) => (
        <OrderedLine key={line.part} line={line} />
      ))}
    </ul>
  );
}

function OrderedLine({ line: { quantity, quoted, total } }: { line: PricedLine }) {
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
            {problem.detail}
          </span>
        )}
      </div>
      <span className="sum">{total === undefined ? '–' : formatDollars(total)}</span>
    </li>
  );
}
