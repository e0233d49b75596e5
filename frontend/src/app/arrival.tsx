import { type RefObject, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { whenPresent } from './when-present';

/** Goes to a named place, for the eye and, where the place can hold the focus, for the keyboard. */
function goTo(place: HTMLElement) {
  place.scrollIntoView();
  place.focus({ preventScroll: true });
}

/**
 * A new screen starts at its top (or at the place the address names), for the eye and for the
 * keyboard alike. Going back is left to the browser, which remembers where the reader was.
 *
 * Stands beside the screen under the same Suspense: before the screen's own code is here, the named
 * place would be found too high on the page and pushed out of view afterwards.
 */
export function Arrival({ main }: { main: RefObject<HTMLElement | null> }) {
  const location = useLocation();
  const arrivedBy = useNavigationType();
  const first = useRef(location);
  const shownPath = useRef(location.pathname);

  useEffect(() => {
    const { pathname, hash } = location;
    // A visit starts with such a "pop" as well, and may start at a named place.
    const returned = arrivedBy === NavigationType.Pop && location !== first.current;
    const moved = shownPath.current !== pathname;
    shownPath.current = pathname;
    if (moved) main.current?.focus({ preventScroll: true });
    if (returned) return;
    if (moved) window.scrollTo({ top: 0, behavior: 'instant' });
    if (hash !== '') return whenPresent(hash.slice(1), goTo);
  }, [main, location, arrivedBy]);

  return null;
}
