import { Link } from 'react-router-dom';
import { countSoFar } from '../../lib/counts';

interface OrderNumberProps {
  label: string;
  /** Undefined until it is known. */
  count: number | undefined;
  /** There are older orders that were not counted. */
  more: boolean;
  to: string;
}

export function OrderNumber({ label, count, more, to }: OrderNumberProps) {
  return (
    <li>
      <Link to={to}>
        <b>{count === undefined ? '–' : countSoFar(count, more)}</b> {label}
      </Link>
    </li>
  );
}
