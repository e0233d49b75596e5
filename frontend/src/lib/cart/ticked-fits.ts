import { useState } from 'react';
import { FIT_TICKS_KEY } from '../personal-storage';
import { agreementOf, type FitVerdict } from '../vehicle/fit-ticks';
import { lineKey, type CartLine } from './cart-storage';

type LineId = Pick<CartLine, 'part' | 'vehicle'>;

interface Ticked {
  /** The statement that the ticks apply to; they are void for any other. */
  about: string;
  ticks: string[];
}
type TickedFits = Partial<Record<string, Ticked>>;

/** More than the maximum number of lines. */
const MAX_KEPT = 200;

function isTicked(value: unknown): value is Ticked {
  const { about, ticks } = Object(value) as Ticked;
  return (
    typeof about === 'string' &&
    Array.isArray(ticks) &&
    ticks.every((tick: unknown) => typeof tick === 'string')
  );
}

/**
 * Entries that the browser did not store, because it refuses storage or is full. Lasts as long as
 * the page.
 */
let notStored: string | null = null;

function read(): TickedFits {
  try {
    const text = notStored ?? localStorage.getItem(FIT_TICKS_KEY) ?? 'null';
    const kept = Object(JSON.parse(text)) as TickedFits;
    return Object.fromEntries(Object.entries(kept).filter(([, ticked]) => isTicked(ticked)));
  } catch {
    return {};
  }
}

function write(fits: TickedFits): void {
  const text = JSON.stringify(fits);
  try {
    localStorage.setItem(FIT_TICKS_KEY, text);
    notStored = null;
  } catch {
    notStored = text;
  }
}

export interface TickedFitsOfCart {
  ticksOf: (line: LineId, verdict: FitVerdict) => string[];
  tick: (line: LineId, verdict: FitVerdict, tick: string, on: boolean) => void;
  /** For lines that are ordered or removed. */
  remove: (lines: LineId[]) => void;
}

/**
 * The fitment conditions that the user has ticked. Stored in this browser; the user has to tick
 * them again when the shop's verdict changes.
 */
export function useTickedFits(): TickedFitsOfCart {
  const [fits, setFits] = useState(read);
  const keep = (entries: [string, Ticked | undefined][]) => {
    const kept = Object.fromEntries(entries.slice(-MAX_KEPT));
    write(kept);
    setFits(kept);
  };
  const ticksOf = (line: LineId, verdict: FitVerdict) => {
    const ticked = fits[lineKey(line)];
    return ticked?.about === agreementOf(verdict) ? ticked.ticks : [];
  };
  return {
    ticksOf,
    tick: (line, verdict, tick, on) => {
      const others = ticksOf(line, verdict).filter((other) => other !== tick);
      const ticked = { about: agreementOf(verdict), ticks: on ? [...others, tick] : others };
      const key = lineKey(line);
      // Another tab may have ticked something since.
      keep([...Object.entries(read()).filter(([other]) => other !== key), [key, ticked]]);
    },
    remove: (lines) => {
      const gone = new Set(lines.map(lineKey));
      keep(Object.entries(read()).filter(([key]) => !gone.has(key)));
    },
  };
}
