import { useState, useSyncExternalStore } from 'react';

export type PartLayout = 'rows' | 'cards';

const KEPT_AS = 'partLayout';
const WIDE = '(min-width: 40em)';

function onWidthChange(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => {
    query.removeEventListener('change', changed);
  };
}

const isWide = () => matchMedia(WIDE).matches;

function keptLayout(): PartLayout | null {
  const kept = localStorage.getItem(KEPT_AS);
  return kept === 'rows' || kept === 'cards' ? kept : null;
}

/** The list layout: the visitor's saved choice, or rows in a narrow window. */
export function usePartLayout(): [PartLayout, (layout: PartLayout) => void] {
  const wide = useSyncExternalStore(onWidthChange, isWide);
  const [chosen, setChosen] = useState(keptLayout);
  const choose = (layout: PartLayout) => {
    localStorage.setItem(KEPT_AS, layout);
    setChosen(layout);
  };
  return [chosen ?? (wide ? 'cards' : 'rows'), choose];
}
