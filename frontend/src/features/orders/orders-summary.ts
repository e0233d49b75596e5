import type { Order } from '../../api/generated';
import { formatCount } from '../../lib/money';

/** `3 orders, 1 to pay`; empty while there are none. */
export function ordersSummary(orders: Order[] | undefined): string {
  if (orders === undefined || orders.length === 0) return '';
  const unpaid = orders.filter((order) => !order.paid).length;
  const count = orders.length === 1 ? '1 order' : `${formatCount(orders.length)} orders`;
  return `${count}, ${formatCount(unpaid)} to pay`;
}
