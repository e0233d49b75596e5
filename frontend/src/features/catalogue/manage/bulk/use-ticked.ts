import { useState } from 'react';

/** The API takes no more by their ids. */
export const MAX_TICKED = 500;

export type Ticks = ReturnType<typeof useTicked>;

/**
 * The products that are ticked, over several pages of one list.
 * @param list names the list; in another one nothing is ticked
 */
export function useTicked(list: string) {
  const [of, setOf] = useState(list);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  /** All that the list has, on every page. */
  const [all, setAll] = useState(false);
  if (of !== list) {
    setOf(list);
    setTicked(new Set());
    setAll(false);
  }
  return {
    ticked,
    all,
    tick: (ids: string[], on: boolean) => {
      setAll(false);
      const next = new Set(ticked);
      for (const id of ids) {
        if (!on) next.delete(id);
        else if (next.size < MAX_TICKED) next.add(id);
      }
      setTicked(next);
    },
    tickAll: () => {
      setAll(true);
    },
    /** A product that the list does not have any more. */
    forget: (id: string) => {
      setTicked(new Set([...ticked].filter((each) => each !== id)));
    },
    clear: () => {
      setTicked(new Set());
      setAll(false);
    },
  };
}
