import type { RouteObject } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { json, renderScreen, serve } from '../testing/test-shop';
import pages from '../lib/pages.json';
import { dashboardScreens } from './dashboard/dashboard-screen';
import { linkedScreens } from './linked-screen';
import { orderScreens } from './order-screen';
import { AppRoutes, screens } from './router';

vi.mock('../lib/firebase/auth', () => ({ warmUp: vi.fn(), currentPerson: vi.fn() }));

/** Every path that the router has a screen for. */
const routedPaths = (routes: RouteObject[]): string[] =>
  routes.flatMap(({ path, children = [] }) => [
    ...(path === undefined ? [] : [path]),
    ...routedPaths(children),
  ]);

describe('the pages of the shop', () => {
  it('each have a route, and there are no other routes', () => {
    const listed = Object.values(pages).map(({ path }) => path);
    expect([...new Set(routedPaths(screens))].sort()).toEqual([...listed, '*'].sort());
  });

  it('each have a screen within the dashboard', () => {
    const within = Object.values(pages).filter(({ path }) => path.startsWith('/dashboard'));
    expect(Object.keys(dashboardScreens).sort()).toEqual(within.map(({ path }) => path).sort());
  });

  it('each have a screen for email links, and from checkout to order', () => {
    const { checkout, payment, myOrder, guestOrder } = pages;
    const { guestDocuments, guestReturnSlip, guestCoreSlip } = pages;
    expect(Object.keys(orderScreens).sort()).toEqual(
      [checkout, payment, myOrder, guestOrder, guestDocuments, guestReturnSlip, guestCoreSlip]
        .map(({ path }) => path)
        .sort(),
    );
    const { resetPassword, coupon, unsubscribe, stopAlerts, confirmAlerts } = pages;
    expect(Object.keys(linkedScreens).sort()).toEqual(
      [resetPassword, coupon, unsubscribe, stopAlerts, confirmAlerts]
        .map(({ path }) => path)
        .sort(),
    );
  });

  const titled = Object.values(pages).filter((page) => 'title' in page);

  describe('that search engines list', () => {
    beforeEach(() => {
      vi.stubGlobal(
        'IntersectionObserver',
        class {
          observe = vi.fn();
          disconnect = vi.fn();
        },
      );
      vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: true }));
      // The title is set before the results arrive.
      serve(({ path }) => (path.startsWith('/search') ? new Promise(() => undefined) : json([])));
    });

    it.each(titled)('keep the title of $path that the server sends', async ({ path, title }) => {
      renderScreen(<AppRoutes />, { path: '*', at: path });
      await expect.poll(() => document.title).toBe(title);
    });
  });
});
