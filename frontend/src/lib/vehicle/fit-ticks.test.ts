import { describe, expect, it } from 'vitest';
import { aVerdict } from '../../testing/fixtures';
import { agreementOf, alternativesOf, confirmedOf } from './fit-ticks';

const AC = { id: 'c-1', words: 'With A/C' };
const TAXI = { id: 'c-2', words: 'Not for taxis' };
const ENGINE = { id: '2.0l-l4-gas', name: '2.0L L4' };

const checked = aVerdict({
  verdict: 'fits_if',
  anyOf: [{ conditions: [AC, TAXI] }, { engine: ENGINE, conditions: [] }],
});

describe('the required confirmations', () => {
  it.each(['fits', 'universal', 'unknown'] as const)('are empty when a part is %s', (verdict) => {
    expect(alternativesOf(aVerdict({ verdict }))).toEqual([]);
    expect(confirmedOf(aVerdict({ verdict }), [])).toEqual([]);
  });

  it('are one when the part is not listed for the car', () => {
    const verdict = aVerdict({ verdict: 'does_not_fit' });
    expect(alternativesOf(verdict).map((all) => all.map(({ tick }) => tick))).toEqual([
      ['not_listed'],
    ]);
    expect(confirmedOf(verdict, [])).toBeNull();
    expect(confirmedOf(verdict, ['not_listed'])).toEqual(['not_listed']);
  });

  it('are all conditions of any one alternative', () => {
    expect(confirmedOf(checked, ['c-1'])).toBeNull();
    expect(confirmedOf(checked, ['c-1', 'c-2'])).toEqual(['c-1', 'c-2']);
    expect(confirmedOf(checked, [ENGINE.id, 'c-1'])).toEqual([ENGINE.id]);
  });

  it('are in words, the engine first', () => {
    expect(alternativesOf(checked)[1]).toEqual([
      { tick: ENGINE.id, words: 'My car has the 2.0L L4 engine' },
    ]);
  });

  it('change when any of their words change', () => {
    const reworded = {
      ...checked,
      anyOf: [{ conditions: [AC, { ...TAXI, words: 'Not for vans' }] }],
    };
    expect(agreementOf(reworded)).not.toBe(agreementOf(checked));
    expect(agreementOf({ ...checked })).toBe(agreementOf(checked));
  });
});
