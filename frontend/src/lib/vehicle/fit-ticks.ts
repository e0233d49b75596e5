import type { Verdict } from '../../api/contract/generated-types';

/** The shop's verdict about a part and a car, without the part's id. */
export type FitVerdict = Pick<Verdict, 'verdict' | 'anyOf'>;

/** A condition about a car: its name in `confirmed`, and the text to agree to. */
export interface FitTick {
  tick: string;
  words: string;
}

const NOT_LISTED: FitTick = {
  tick: 'not_listed',
  words: 'I know that it is not listed for my car',
};

/**
 * The conditions to tick, by alternative: all of one alternative are needed. Empty if nothing must
 * be confirmed.
 */
export function alternativesOf({ verdict, anyOf }: FitVerdict): FitTick[][] {
  if (verdict === 'does_not_fit') return [[NOT_LISTED]];
  if (verdict !== 'fits_if') return [];
  return anyOf.map(({ engine, conditions }) => [
    ...(engine ? [{ tick: engine.id, words: `My car has the ${engine.name} engine` }] : []),
    ...conditions.map(({ id, words }) => ({ tick: id, words })),
  ]);
}

/** The ticks of the first alternative that is completely ticked; null if there is none. */
export function confirmedOf(verdict: FitVerdict, ticked: string[]): string[] | null {
  const alternatives = alternativesOf(verdict);
  if (alternatives.length === 0) return [];
  const whole = alternatives.find((all) => all.every(({ tick }) => ticked.includes(tick)));
  return whole ? whole.map(({ tick }) => tick) : null;
}

/** The statement the user agreed to: if any of it changes, they are asked again. */
export const agreementOf = (verdict: FitVerdict): string =>
  JSON.stringify([verdict.verdict, alternativesOf(verdict)]);
