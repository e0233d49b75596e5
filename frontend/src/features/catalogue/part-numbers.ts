import type { NumberHit, PartNumberKind } from '../../api/contract/generated-types';

/** How a number relates to its part, as labels for the table of numbers. */
export const NUMBER_KINDS = {
  oem: 'Original (OEM)',
  interchange: 'Interchange',
  supersedes: 'Replaced by this part',
  gtin: 'Bar code',
} as const satisfies Record<PartNumberKind, string>;

/** Why a number matched a part. */
export function reasonOf({ kind, number, maker }: Omit<NumberHit, 'part'>): string {
  switch (kind) {
    case 'supersedes':
      return `Replaces ${number}`;
    case 'oem':
      return maker === undefined ? `OEM number ${number}` : `${maker} OEM number ${number}`;
    case 'interchange':
      return `Interchange: ${[maker, number].filter(Boolean).join(' ')}`;
    case 'gtin':
      return `Bar code ${number}`;
    case undefined:
      return `Part number ${number}`;
  }
}

/** A number without punctuation and spaces, in upper case. */
const bare = (number: string) => number.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase();

export const isSameNumber = (one: string, other: string) => bare(one) === bare(other);
