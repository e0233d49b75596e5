import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

/**
 * A new screen starts at its top (or at the place the address names), for the eye and for the
 * keyboard alike. Going back is left to the browser, which remembers where the reader was.
 */
export function useArrival<T extends HTMLElement>() {
  const { pathname, hash } = useLocation();
  const arrivedBy = useNavigationType();
  const main = useRef<T>(null);
  const shownPath = useRef(pathname);

  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    main.current?.focus({ preventScroll: true });
    if (arrivedBy === NavigationType.Pop) return;
    const named = hash === '' ? null : document.getElementById(hash.slice(1));
    if (named) named.scrollIntoView();
    else window.scrollTo({ top: 0, behavior: 'instant' });
  }, [pathname, hash, arrivedBy]);

  return main;
}
