import { useState } from 'react';
import { useTickedRows } from '../../../../ui/lists/use-ticked-rows';

/** The API's maximum number of ids. */
export const MAX_TICKED = 500;

export type Ticks = ReturnType<typeof useTicked>;

/**
 * The products selected on the pages of one list.
 * @param list identifies the list; changing it clears the selection
 */
export function useTicked(list: string) {
  const { ticked, tick, clear } = useTickedRows(list, MAX_TICKED);
  /** The list that is selected as a whole, on all its pages; null for none. */
  const [allOf, setAllOf] = useState<string | null>(null);
  if (allOf !== null && allOf !== list) setAllOf(null);
  return {
    ticked,
    all: allOf === list,
    tick: (ids: string[], on: boolean) => {
      setAllOf(null);
      tick(ids, on);
    },
    tickAll: () => {
      setAllOf(list);
    },
    /** Deselects a product that is no longer in the list. */
    deselect: (id: string) => {
      tick([id], false);
    },
    clear: () => {
      setAllOf(null);
      clear();
    },
  };
}
