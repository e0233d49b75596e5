import type { Verdict } from '../../api/generated-types';

/** What the shop says about a part and a car, without which part it is. */
export type FitVerdict = Pick<Verdict, 'verdict' | 'anyOf'>;

/** Something that is so for a car, as the shop names it in `confirmed`, and in words to agree to. */
export interface FitTick {
  tick: string;
  words: string;
}

const NOT_LISTED: FitTick = {
  tick: 'not_listed',
  words: 'I know that it is not listed for my car',
};

/** What there is to tick: everything of one alternative. None at all when nothing has to be said. */
export function alternativesOf({ verdict, anyOf }: FitVerdict): FitTick[][] {
  if (verdict === 'does_not_fit') return [[NOT_LISTED]];
  if (verdict !== 'fits_if') return [];
  return anyOf.map(({ engine, conditions }) => [
    ...(engine ? [{ tick: engine.id, words: `My car has the ${engine.name} engine` }] : []),
    ...conditions.map(({ id, words }) => ({ tick: id, words })),
  ]);
}

/** The ticks of the first alternative that is ticked as a whole; null while there is none. */
export function confirmedOf(verdict: FitVerdict, ticked: string[]): string[] | null {
  const alternatives = alternativesOf(verdict);
  if (alternatives.length === 0) return [];
  const whole = alternatives.find((all) => all.every(({ tick }) => ticked.includes(tick)));
  return whole ? whole.map(({ tick }) => tick) : null;
}

/** What somebody agreed to: once any of it is another, they have to be asked again. */
export const agreementOf = (verdict: FitVerdict): string =>
  JSON.stringify([verdict.verdict, alternativesOf(verdict)]);
