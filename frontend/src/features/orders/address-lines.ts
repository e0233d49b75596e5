import type { Order } from '../../api/generated-types';
import { destinationLines } from '../../lib/places/destination';

/** Where an order goes, line by line as on a parcel; as the customer wrote it where there are no fields. */
export function addressLines(order: Pick<Order, 'name' | 'address' | 'phone' | 'destination'>) {
  const { name, address, phone, destination } = order;
  if (destination === undefined) return [name, address, phone];
  return [...destinationLines(destination), phone];
}
