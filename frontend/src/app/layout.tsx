import { Suspense, useRef } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { paths } from '../lib/paths';
import { Toasts } from '../ui/toasts';
import { Waiting } from '../ui/waiting';
import { Arrival } from './arrival';
import { DemoBanner } from './demo-banner';
import { ErrorBoundary } from './error-boundary';
import { Footer } from './footer';
import { Navbar } from './navbar';
import { useOwnAddress } from './use-own-address';
import { useRememberedSession } from './use-remembered-session';

const WITHOUT_FOOTER: string[] = [paths.signIn, paths.signUp];

export function Layout() {
  useRememberedSession();
  useOwnAddress();
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);

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
            <Arrival main={main} />
          </Suspense>
        </ErrorBoundary>
      </main>
      {!WITHOUT_FOOTER.includes(pathname) && <Footer />}
      <DemoBanner />
      {/* Most visits to home announce nothing, so they never fetch the toasts. */}
      <Toasts likely={pathname !== paths.home} />
    </>
  );
}
