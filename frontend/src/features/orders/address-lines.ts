import type { Order } from '../../api/generated-types';
import { countryName } from '../../lib/places/countries';

/** Where an order goes, line by line as on a parcel; as the customer wrote it where there are no fields. */
export function addressLines(order: Pick<Order, 'name' | 'address' | 'phone' | 'destination'>) {
  const { name, address, phone, destination } = order;
  if (destination === undefined) return [name, address, phone];
  const { recipient, line1, line2, city, region, postalCode, country } = destination;
  const regionAndCode = [region, postalCode].filter(Boolean).join(' ');
  return [
    recipient,
    line1,
    ...(line2 === undefined ? [] : [line2]),
    [city, regionAndCode].filter(Boolean).join(', '),
    countryName(country),
    phone,
  ];
}
