import type { Order } from '../../api/contract/generated-types';
import { destinationLines } from '../../lib/places/destination';

/**
 * An order's address, line by line as on a parcel; as the customer typed it if it has no fields.
 */
export function addressLines(order: Pick<Order, 'name' | 'address' | 'phone' | 'destination'>) {
  const { name, address, phone, destination } = order;
  if (destination === undefined) return [name, address, phone];
  return [...destinationLines(destination), phone];
}
