import { type ComponentType, type ReactElement, isValidElement, lazy, useState } from 'react';
import { type RouteObject, matchRoutes } from 'react-router-dom';

/** The route parameters and query of an opened screen. */
export interface Opened {
  params: Record<string, string | undefined>;
  query: URLSearchParams;
}

/** A component that may prefetch data before its first render. */
export type Screen<Props = object> = ComponentType<Props> & {
  prepare?: (opened: Opened) => Promise<unknown>;
};

/**
 * A screen that is loaded when it is first opened, or prefetched so that its first render does not
 * wait.
 */
export function screen<Props extends object>(load: () => Promise<Screen<Props>>) {
  let fetched: Screen<Props> | undefined;
  const fetchNow = async () => (fetched ??= await load());
  const Later = lazy(async () => ({ default: await fetchNow() }));

  function FetchedScreen(props: Props) {
    const [Shown] = useState(() => fetched ?? (Later as ComponentType<Props>));
    return <Shown {...props} />;
  }
  return Object.assign(FetchedScreen, { fetchNow });
}

type Fetched = ReactElement<object, { fetchNow?: () => Promise<Screen> } & ComponentType>;

/** Loads the screens at an address and their data. */
export async function prepareScreens(screens: RouteObject[], address: URL): Promise<void> {
  const matches = matchRoutes(screens, address.pathname) ?? [];
  await Promise.all(
    matches.map(async ({ route: { element }, params }) => {
      if (!isValidElement(element)) return;
      const fetched = await (element as Fetched).type.fetchNow?.();
      await fetched?.prepare?.({ params, query: address.searchParams });
    }),
  );
}
