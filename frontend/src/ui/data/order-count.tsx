import { formatOrderCount } from '../../lib/orders';
import { Exact } from './exact';

/** `12`, or `10,000+` where the server has stopped counting. */
export function OrderCount({ of }: { of: number }) {
  return <Exact value={of}>{formatOrderCount(of)}</Exact>;
}
