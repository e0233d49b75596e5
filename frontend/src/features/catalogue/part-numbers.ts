import type { NumberHit, PartNumberKind } from '../../api/generated-types';

/** What a number is to a part, as the table of its numbers says. */
export const NUMBER_KINDS = {
  oem: 'Original (OEM)',
  interchange: 'Interchange',
  supersedes: 'Replaced by this part',
  gtin: 'Bar code',
} as const satisfies Record<PartNumberKind, string>;

/** Why a number leads to a part. */
export function reasonOf({ kind, number, maker }: Omit<NumberHit, 'part'>): string {
  switch (kind) {
    case 'supersedes':
      return `Replaces ${number}`;
    case 'oem':
      return maker === undefined ? `OEM number ${number}` : `OEM number of ${maker}: ${number}`;
    case 'interchange':
      return `Interchange: ${[maker, number].filter(Boolean).join(' ')}`;
    case 'gtin':
      return `Bar code ${number}`;
    case undefined:
      return `Part number ${number}`;
  }
}

/** A number without what people write into it as they like. */
const bare = (number: string) => number.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

export const isSameNumber = (one: string, other: string) => bare(one) === bare(other);
