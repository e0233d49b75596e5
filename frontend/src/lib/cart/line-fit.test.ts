import { act, renderHook } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { aQuotedLine, aVerdict, CIVIC, idOf } from '../../testing/fixtures';
import { FIT_TICKS_KEY } from '../personal-storage';
import { confirmedFor, fitObstacle } from './line-fit';
import { useTickedFits } from './ticked-fits';

const LINE = { part: idOf(1), vehicle: CIVIC.id };
const NOT_LISTED = aVerdict({ verdict: 'does_not_fit' });
const quoted = (verdict = NOT_LISTED) =>
  aQuotedLine({ fit: { vehicle: CIVIC, verdict, confirmed: false } });
const CHECKED = aVerdict({
  verdict: 'fits_if',
  anyOf: [{ conditions: [{ id: 'c-1', words: 'With A/C' }] }],
});

const open = () => renderHook(() => useTickedFits()).result;

describe('the confirmations of a line', () => {
  it('block the order until they are ticked, and are sent with it', () => {
    const fits = open();
    const line = { ...LINE, quoted: quoted() };
    expect(fitObstacle(line, fits.current)).toBe('not-confirmed');
    expect(confirmedFor(line, fits.current)).toEqual([]);
    act(() => {
      fits.current.tick(LINE, NOT_LISTED, 'not_listed', true);
    });
    expect(fitObstacle(line, fits.current)).toBeUndefined();
    expect(confirmedFor(line, fits.current)).toEqual(['not_listed']);
  });

  it('are stored per car and part, and survive a reload', () => {
    const fits = open();
    act(() => {
      fits.current.tick(LINE, NOT_LISTED, 'not_listed', true);
    });
    const later = open().current;
    expect(later.ticksOf(LINE, NOT_LISTED)).toEqual(['not_listed']);
    expect(later.ticksOf({ ...LINE, vehicle: '2015/ford/f-150' }, NOT_LISTED)).toEqual([]);
    expect(later.ticksOf({ ...LINE, part: idOf(2) }, NOT_LISTED)).toEqual([]);
  });

  it('hold only for the exact conditions', () => {
    const fits = open();
    act(() => {
      fits.current.tick(LINE, CHECKED, 'c-1', true);
    });
    expect(fitObstacle({ ...LINE, quoted: quoted(CHECKED) }, fits.current)).toBeUndefined();
    const [alternative] = CHECKED.anyOf;
    const reworded = aVerdict({
      ...CHECKED,
      anyOf: [{ ...alternative, conditions: [{ id: 'c-1', words: 'Without A/C' }] }],
    });
    expect(fitObstacle({ ...LINE, quoted: quoted(reworded) }, fits.current)).toBe('not-confirmed');
  });

  it('are deleted once ordered, and can be withdrawn', () => {
    const fits = open();
    act(() => {
      fits.current.tick(LINE, CHECKED, 'c-1', true);
    });
    act(() => {
      fits.current.tick(LINE, CHECKED, 'c-1', false);
    });
    expect(fits.current.ticksOf(LINE, CHECKED)).toEqual([]);
    act(() => {
      fits.current.tick(LINE, CHECKED, 'c-1', true);
    });
    act(() => {
      fits.current.remove([LINE]);
    });
    expect(open().current.ticksOf(LINE, CHECKED)).toEqual([]);
  });

  it('keep what another tab has ticked', () => {
    const [here, there] = [open(), open()];
    act(() => {
      there.current.tick({ ...LINE, part: idOf(2) }, NOT_LISTED, 'not_listed', true);
    });
    act(() => {
      here.current.tick(LINE, NOT_LISTED, 'not_listed', true);
    });
    const later = open().current;
    expect(later.ticksOf(LINE, NOT_LISTED)).toEqual(['not_listed']);
    expect(later.ticksOf({ ...LINE, part: idOf(2) }, NOT_LISTED)).toEqual(['not_listed']);
  });

  it.each(['{"x', '[]', '7', '{"a":{"about":1,"ticks":[]}}', '{"a":{"about":"","ticks":[2]}}'])(
    'are empty when the storage holds %s',
    (text) => {
      localStorage.setItem(FIT_TICKS_KEY, text);
      expect(open().current.ticksOf(LINE, NOT_LISTED)).toEqual([]);
    },
  );

  it('last as long as the page when storage is blocked', () => {
    const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('refused', 'SecurityError');
    });
    const fits = open();
    act(() => {
      fits.current.tick(LINE, NOT_LISTED, 'not_listed', true);
    });
    expect(open().current.ticksOf(LINE, NOT_LISTED)).toEqual(['not_listed']);
    refused.mockRestore();
    act(() => {
      fits.current.remove([LINE]);
    });
  });
});

describe('a line without doubt', () => {
  it.each(['fits', 'universal', 'unknown'] as const)('has a part that is %s', (verdict) => {
    const line = { ...LINE, quoted: quoted(aVerdict({ verdict })) };
    expect(fitObstacle(line, open().current)).toBeUndefined();
  });

  it('has no car, no price yet, or no part', () => {
    const fits = open().current;
    expect(fitObstacle({ part: idOf(1), quoted: aQuotedLine() }, fits)).toBeUndefined();
    expect(fitObstacle(LINE, fits)).toBeUndefined();
    expect(fitObstacle({ ...LINE, quoted: { unitPrice: undefined } }, fits)).toBeUndefined();
  });

  it('does not have an unknown car', () => {
    expect(fitObstacle({ ...LINE, quoted: aQuotedLine() }, open().current)).toBe('unknown-car');
  });
});
