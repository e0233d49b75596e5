import type { ReactElement, ReactNode } from 'react';
import { createRoutesFromElements, type RouteObject } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { json, renderScreen, serve } from '../testing/test-shop';
import pages from '../lib/pages.json';
import { AppRoutes } from './router';

vi.mock('../lib/firebase/auth', () => ({ warmUp: vi.fn(), currentPerson: vi.fn() }));

/** Every address that the router has a screen for. */
function routedPaths(): string[] {
  const collect = (route: RouteObject): string[] => [
    ...(route.path === undefined ? [] : [route.path]),
    ...(route.children ?? []).flatMap(collect),
  ];
  const routes: ReactElement<{ children: ReactNode }> = AppRoutes();
  return createRoutesFromElements(routes.props.children).flatMap(collect);
}

describe('the pages of the shop', () => {
  it('are routed one by one, and nothing else is', () => {
    const listed = Object.values(pages).map(({ path }) => path);
    expect(routedPaths().sort()).toEqual([...listed, '*'].sort());
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
      serve(() => json([]));
    });

    it.each(titled)('keep the title of $path that the server sends', async ({ path, title }) => {
      renderScreen(<AppRoutes />, { path: '*', at: path });
      await expect.poll(() => document.title).toBe(title);
    });
  });
});
