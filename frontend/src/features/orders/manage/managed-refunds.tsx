import type { Order } from '../../../api/generated-types';
import { useAllRefunds } from '../../../api/use-all-refunds';
import { OrderRefunds } from '../order-refunds';

/**
 * The refunds of an order with what admins noted. The order itself does not have the notes, because its
 * customer reads it too; nothing waits for them.
 */
export function ManagedRefunds({ order }: { order: Order }) {
  const { rows } = useAllRefunds({ skip: order.refunds === undefined });
  const notes = new Map(rows?.map(({ _id, note }) => [_id, note]));
  return <OrderRefunds order={order} noteOf={({ id }) => notes.get(id)} />;
}
