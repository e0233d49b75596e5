import type { Return } from '../../api/contract/generated-types';
import { Count } from '../../ui/data/exact';

/** The pieces of a return. */
export function ReturnedLines({ of: { lines } }: { of: Return }) {
  return (
    <ul className="returns-lines">
      {lines.map(({ line, product, pieces }) => (
        <li key={line}>
          <Count of={pieces} /> × {product}
        </li>
      ))}
    </ul>
  );
}
