import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * The server describes the page that was opened, in its head. A visitor who goes on to another one
 * must not share the first one's address or facts: browsers offer the canonical address.
 */
export function useOwnAddress(): void {
  const { pathname } = useLocation();
  const described = useRef(pathname);

  useEffect(() => {
    if (described.current === pathname) return;
    described.current = pathname;
    const address = `${window.location.origin}${pathname}`;
    document.querySelector('link[rel="canonical"]')?.setAttribute('href', address);
    document.querySelector('meta[property="og:url"]')?.setAttribute('content', address);
    document.getElementById('facts')?.remove();
  }, [pathname]);
}
