import { Suspense, lazy, useState } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths';
import { Waiting } from '../ui/waiting';
import { DemoBanner } from './demo-banner';
import { ErrorBoundary } from './error-boundary';
import { Footer } from './footer';
import { Navbar } from './navbar';
import { useArrival } from './use-arrival';
import { useOwnAddress } from './use-own-address';
import { useRememberedSession } from './use-remembered-session';

const ToastHost = lazy(async () => ({ default: (await import('../ui/toast-host')).ToastHost }));

const WITHOUT_FOOTER: string[] = [paths.signIn, paths.signUp];

export function Layout() {
  useRememberedSession();
  useOwnAddress();
  const { pathname } = useLocation();
  const main = useArrival<HTMLElement>();

  // Home announces nothing, so a visit that stays there never fetches the toasts.
  const [announcing, setAnnouncing] = useState(false);
  if (!announcing && pathname !== paths.home) setAnnouncing(true);

  return (
    <>
      <a className="btn skip" href="#main">
        Skip to content
      </a>
      <Navbar />
      <main id="main" ref={main} tabIndex={-1}>
        <ErrorBoundary screen={pathname}>
          <Suspense fallback={<Waiting>Loading</Waiting>}>
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </main>
      {!WITHOUT_FOOTER.includes(pathname) && <Footer />}
      <DemoBanner />
      {announcing && (
        <Suspense>
          <ToastHost />
        </Suspense>
      )}
    </>
  );
}
