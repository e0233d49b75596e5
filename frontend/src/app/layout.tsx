import { Suspense, lazy, useEffect, useRef, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { catalogueAsOf, onCatalogueAge } from '../lib/catalogue-age';
import { paths } from '../lib/paths';
import { notePurchaseStep } from '../lib/purchase-step';
import { Loading } from '../ui/messages/loading';
import { Toasts } from '../ui/messages/toasts';
import { DemoBanner } from './demo-banner';
import { ErrorBoundary } from './error-boundary';
import { Footer } from './footer';
import { Navbar } from './navbar';
import { RouteFocus } from './route-focus';
import { useRestoreSession } from './use-restore-session';
import { useSavedDocuments } from './use-saved-documents';

const WITHOUT_FOOTER: string[] = [paths.signIn, paths.signUp];
/** Most visits to these show no toasts, so they never load them. */
const QUIET: string[] = [paths.home, paths.shop];

const CatalogueNote = lazy(() => import('./catalogue-note'));

export function Layout() {
  useRestoreSession();
  useSavedDocuments();
  useCanonicalUrl();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    notePurchaseStep(null);
  }, [pathname]);
  const asOf = useSyncExternalStore(onCatalogueAge, catalogueAsOf);

  return (
    <>
      <a className="btn skip" href="#main">
        Skip to content
      </a>
      <Navbar />
      <main id="main" ref={main} tabIndex={-1}>
        <ErrorBoundary screen={pathname}>
          <Suspense fallback={<Loading>Loading</Loading>}>
            <Outlet />
            <RouteFocus main={main} />
          </Suspense>
        </ErrorBoundary>
      </main>
      {!WITHOUT_FOOTER.includes(pathname) && <Footer />}
      {asOf === null ? (
        <DemoBanner />
      ) : (
        <Suspense>
          <CatalogueNote asOf={asOf} />
        </Suspense>
      )}
      <Toasts likely={!QUIET.includes(pathname)} />
    </>
  );
}

/**
 * The server describes the opened page in its head. After navigation the visitor must not share the
 * first page's URL or facts: browsers share the canonical URL.
 */
function useCanonicalUrl(): void {
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
