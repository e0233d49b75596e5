import type {
  FitAlternative,
  PiecesNeeded,
  TrackRecord,
  Verdict,
} from '../../api/contract/generated-types';
import { formatCount } from '../format';
import { wholePacks } from '../quantity';
import type { Stock } from '../stock';

type Word = Verdict['verdict'];

/** Whether a confirmation is needed before a part is ordered for a car. */
export const isDoubtful = (verdict: Word) => verdict === 'fits_if' || verdict === 'does_not_fit';

/** Labels on a card; unknown fitment shows none. */
export const CARD_WORDS: Record<Word, string | null> = {
  fits: 'Fits',
  fits_if: 'Check fit',
  does_not_fit: "Doesn't fit",
  universal: 'Universal',
  unknown: null,
};

/** Labels on an order, for its own car with all conditions ticked. */
export const AGREED_WORDS: Record<Word, string> = {
  fits: 'Fits',
  fits_if: 'Fits as confirmed',
  does_not_fit: 'Not listed',
  universal: 'Universal part',
  unknown: 'Fit not known',
};

/** `with A/C, 2.0L L4` */
export const alternativeInWords = ({ engine, conditions }: FitAlternative): string =>
  [...conditions.map(({ words }) => words), ...(engine ? [`${engine.name} engine`] : [])].join(
    ', ',
  );

/**
 * The verdict on a part's page.
 * @param car `2018 Honda Civic`
 */
export function verdictInWords({ verdict, anyOf }: Verdict, car: string): string {
  const [only, ...others] = anyOf;
  switch (verdict) {
    case 'fits':
      return `Fits your ${car}`;
    case 'fits_if':
      return only && others.length === 0
        ? `Check: ${alternativeInWords(only)}`
        : 'Check before you buy';
    case 'does_not_fit':
      return `Doesn't fit your ${car}`;
    case 'universal':
      return 'Universal part';
    case 'unknown':
      return 'Fit not known';
  }
}

/** `412 sold for this car, 3 returned for fit.` */
export const trackRecordInWords = ({ sold, misfits }: TrackRecord): string =>
  `${formatCount(sold)} sold for this car, ${formatCount(misfits)} returned for fit.`;

/** Why the shop cannot determine whether a part fits. */
export const UNKNOWN_REASONS: Record<NonNullable<Verdict['why']>, string> = {
  no_data: 'We do not know yet which cars this part fits.',
  unclassified: 'The supplier’s information about your car is not clear enough to say yes or no.',
  suspended: 'We are checking the supplier’s information about your car.',
};

/** `2 (front) and 2 (rear)`; empty if unknown. */
export const needsInWords = (needs: PiecesNeeded[]): string =>
  needs
    .map(({ pieces, position }) =>
      position === undefined ? String(pieces) : `${pieces} (${position.toLowerCase()})`,
    )
    .join(' and ');

/** The pieces a vehicle needs, limited by minimum order, packs and stock. */
export function piecesFor(needs: PiecesNeeded[], limits: Stock): number {
  const { pack = 1 } = limits;
  const { least, most } = wholePacks(limits);
  const needed = needs.reduce((sum, { pieces }) => sum + pieces, 0);
  return Math.max(Math.min(Math.ceil(needed / pack) * pack, most), least);
}
