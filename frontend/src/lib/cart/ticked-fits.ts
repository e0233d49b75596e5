import { useState } from 'react';
import { FIT_TICKS_KEY } from '../personal-storage';
import { agreementOf, type FitVerdict } from '../vehicle/fit-ticks';
import { lineKey, type CartLine } from './cart-storage';

type LineId = Pick<CartLine, 'part' | 'vehicle'>;

interface Ticked {
  /** What was asked: ticks hold for that, and for nothing else. */
  about: string;
  ticks: string[];
}
type TickedFits = Partial<Record<string, Ticked>>;

/** More than a cart has lines. */
const MAX_KEPT = 200;

function isTicked(value: unknown): value is Ticked {
  const { about, ticks } = Object(value) as Ticked;
  return (
    typeof about === 'string' &&
    Array.isArray(ticks) &&
    ticks.every((tick: unknown) => typeof tick === 'string')
  );
}

/** What a browser did not take: it may refuse storage, or be full. It lasts as long as the page. */
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
  /** For lines that are ordered, or not wanted any more. */
  forget: (lines: LineId[]) => void;
}

/** What somebody ticked about parts and their cars. It stays in this browser, and is asked again when the shop says something else. */
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
    forget: (lines) => {
      const gone = new Set(lines.map(lineKey));
      keep(Object.entries(read()).filter(([key]) => !gone.has(key)));
    },
  };
}
