import { type RefObject, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

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
export function RouteFocus({ main }: { main: RefObject<HTMLElement | null> }) {
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
    // The fragment of an emailed link is not an element id.
    if (hash !== '' && !hash.includes('=')) return whenPresent(hash.slice(1), goTo);
  }, [main, location, arrivedBy]);

  return null;
}

/**
 * Hands over the element with this id: now, or when the screen it belongs to has arrived.
 * @returns ends the waiting
 */
function whenPresent(id: string, found: (element: HTMLElement) => void): () => void {
  const present = document.getElementById(id);
  if (present) {
    found(present);
    return () => undefined;
  }
  const observer = new MutationObserver(() => {
    const element = document.getElementById(id);
    if (!element) return;
    observer.disconnect();
    found(element);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
  };
}
