import type { Destination } from '../../api/contract/generated-types';
import { countryName } from './countries';

type RegionAndCode = Pick<Destination, 'region' | 'postalCode'>;

const regionAndCode = ({ region, postalCode }: RegionAndCode) =>
  [region, postalCode].filter(Boolean).join(' ');

/** The lines of an address label. */
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

/**
 * The destination on one line, in the server's format for orders whose address is a single text.
 */
export function destinationText(destination: Destination): string {
  const { recipient, line1, line2, city, country } = destination;
  return [recipient, line1, line2, city, regionAndCode(destination), country]
    .filter(Boolean)
    .join(', ');
}

/** A short name for an address: `Marta Lindqvist, 12 Harbor Street, Portland`. */
export const destinationName = ({ recipient, line1, line2, city }: Destination): string =>
  [recipient, line1, line2, city].filter(Boolean).join(', ');
