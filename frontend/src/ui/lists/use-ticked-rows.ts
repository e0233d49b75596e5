import { useState } from 'react';

/**
 * The ids of the rows that are selected in a list.
 * @param list identifies the list; changing it clears the selection
 * @param most how many can be selected
 */
export function useTickedRows(list: string, most = Infinity) {
  const [of, setOf] = useState(list);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  if (of !== list) {
    setOf(list);
    setTicked(new Set());
  }
  return {
    ticked,
    tick: (ids: string[], on: boolean) => {
      const next = new Set(ticked);
      for (const id of ids) {
        if (!on) next.delete(id);
        else if (next.size < most) next.add(id);
      }
      setTicked(next);
    },
    clear: () => {
      setTicked(new Set());
    },
  };
}
