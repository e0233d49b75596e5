import type { Destination } from '../../api/generated-types';
import { countryName } from './countries';

type Told = Pick<Destination, 'region' | 'postalCode'>;

const regionAndCode = ({ region, postalCode }: Told) =>
  [region, postalCode].filter(Boolean).join(' ');

/** Where a parcel goes, line by line as on the parcel. */
export function destinationLines(destination: Destination): string[] {
  const { recipient, line1, line2, city, country } = destination;
  return [
    recipient,
    line1,
    ...(line2 === undefined ? [] : [line2]),
    [city, regionAndCode(destination)].filter(Boolean).join(', '),
    countryName(country),
  ];
}

/** The same as one text, as the server tells the address of an order where fields have no place. */
export function destinationText(destination: Destination): string {
  const { recipient, line1, line2, city, country } = destination;
  return [recipient, line1, line2, city, regionAndCode(destination), country]
    .filter(Boolean)
    .join(', ');
}

/** As much of it as tells it from others: `Marta Lindqvist, 12 Harbor Street, Portland`. */
export const destinationName = ({ recipient, line1, line2, city }: Destination): string =>
  [recipient, line1, line2, city].filter(Boolean).join(', ');
