import { useState } from 'react';

/** The API's maximum number of ids. */
export const MAX_TICKED = 500;

export type Ticks = ReturnType<typeof useTicked>;

/**
 * The products selected on the pages of one list.
 * @param list identifies the list; changing it clears the selection
 */
export function useTicked(list: string) {
  const [of, setOf] = useState(list);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  /** All products of the list, on every page. */
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
    /** Deselects a product that is no longer in the list. */
    forget: (id: string) => {
      setTicked(new Set([...ticked].filter((each) => each !== id)));
    },
    clear: () => {
      setTicked(new Set());
      setAll(false);
    },
  };
}
