import { describe, expect, it } from 'vitest';
import { aVerdict } from '../../testing/fixtures';
import { needsInWords, piecesFor, verdictInWords } from './fit-words';

const CAR = '2018 Honda Civic';
const limits = { minOrderQuantity: 1, available: 20 };

describe('a verdict in words', () => {
  it('names the car only if it is about the car', () => {
    const say = (facts: Parameters<typeof aVerdict>[0]) => verdictInWords(aVerdict(facts), CAR);
    expect(say({})).toBe('Fits your 2018 Honda Civic');
    expect(say({ verdict: 'does_not_fit' })).toBe("Doesn't fit your 2018 Honda Civic");
    expect(say({ verdict: 'universal' })).toBe('Universal part');
    expect(say({ verdict: 'unknown', why: 'no_data' })).toBe('Fit not known');
  });

  it('states the condition if there is only one alternative', () => {
    const withAc = { conditions: [{ id: 'c-1', words: 'with A/C' }] };
    const engine = { engine: { id: 'e', name: '2.0L L4' }, conditions: [] };
    const say = (...anyOf: (typeof withAc | typeof engine)[]) =>
      verdictInWords(aVerdict({ verdict: 'fits_if', anyOf }), CAR);
    expect(say(withAc)).toBe('Check: with A/C');
    expect(say(engine)).toBe('Check: 2.0L L4 engine');
    expect(say(withAc, engine)).toBe('Check before you buy');
  });
});

describe('the pieces that a car needs', () => {
  it('are listed with their positions', () => {
    expect(needsInWords([])).toBe('');
    expect(needsInWords([{ pieces: 4 }])).toBe('4');
    const both = [
      { pieces: 2, position: 'Front' },
      { pieces: 2, position: 'Rear' },
    ];
    expect(needsInWords(both)).toBe('2 (front) and 2 (rear)');
    expect(piecesFor(both, limits)).toBe(4);
  });

  it.each([
    ['the minimum', { minOrderQuantity: 10, available: 40 }, 10],
    ['the pack', { minOrderQuantity: 1, available: 40, pack: 4 }, 4],
    ['the stock', { minOrderQuantity: 1, available: 1 }, 1],
    ['minimum and pack together', { minOrderQuantity: 5, available: 40, pack: 4 }, 8],
    ['whole packs of the stock', { minOrderQuantity: 1, available: 3, pack: 2 }, 2],
    ['nothing', limits, 2],
  ])('are replaced by %s', (_what, stock, pieces) => {
    expect(piecesFor([{ pieces: 2 }], stock)).toBe(pieces);
  });
});
