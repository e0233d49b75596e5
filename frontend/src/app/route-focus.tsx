import { type RefObject, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/** Scrolls to an anchor and moves the keyboard focus there if it is focusable. */
function goTo(place: HTMLElement) {
  place.scrollIntoView();
  place.focus({ preventScroll: true });
}

/**
 * A new screen starts at its top, or at the anchor in its URL, for scrolling and for the keyboard
 * focus. Going back is left to the browser, which restores the position.
 *
 * Rendered next to the screen under the same Suspense: before the screen's own code has loaded, the
 * anchor would be found too high on the page and pushed out of view afterward.
 */
export function RouteFocus({ main }: { main: RefObject<HTMLElement | null> }) {
  const location = useLocation();
  const arrivedBy = useNavigationType();
  const first = useRef(location);
  const shownPath = useRef(location.pathname);

  useEffect(() => {
    const { pathname, hash } = location;
    // A visit also starts with such a "pop", and may start at an anchor.
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
 * Passes the element with this id to `found`: now, or when its screen has loaded.
 * @returns stops waiting
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
