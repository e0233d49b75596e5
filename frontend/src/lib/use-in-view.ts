import { type RefObject, useEffect, useState } from 'react';
import { observeView } from './observe-view';

/** Whether an element is in the visible part of the page. */
export function useInView(element: RefObject<Element | null>, margin: string): boolean {
  const [inView, setInView] = useState(true);

  useEffect(() => {
    if (element.current) return observeView(element.current, margin, setInView);
  }, [element, margin]);

  return inView;
}
