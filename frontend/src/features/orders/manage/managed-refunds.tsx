import type { Order } from '../../../api/contract/generated-types';
import { useAllRefunds } from '../../../api/use-all-refunds';
import { OrderRefunds } from '../order-refunds';

/**
 * The refunds of an order with the admins' notes. The order itself does not contain the notes,
 * because its customer reads it too. The page does not wait for them.
 */
export function ManagedRefunds({ order }: { order: Order }) {
  const { rows } = useAllRefunds({ skip: order.refunds === undefined });
  const notes = new Map(rows?.map(({ _id, note }) => [_id, note]));
  return <OrderRefunds order={order} noteOf={({ id }) => notes.get(id)} />;
}
