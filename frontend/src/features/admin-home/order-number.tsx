import { Link } from 'react-router-dom';
import { formatCount } from '../../lib/money';

interface OrderNumberProps {
  label: string;
  /** Undefined until it is known. */
  count: number | undefined;
  /** There are older orders that were not counted. */
  open: boolean;
  to: string;
}

export function OrderNumber({ label, count, open, to }: OrderNumberProps) {
  return (
    <li>
      <Link to={to}>
        <b>{count === undefined ? '–' : `${formatCount(count)}${open ? '+' : ''}`}</b> {label}
      </Link>
    </li>
  );
}
