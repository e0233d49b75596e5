import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface WhileFetching {
  /** Shown until the component has loaded, and if it fails to load. */
  fallback?: ReactNode;
}

/**
 * A component that is loaded when it is first shown. Unlike a lazy one, it does not suspend the
 * surrounding screen, and a failure does not break it: loading is retried the next time.
 * @param load defined outside the component that renders it
 */
export function fetched<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  /** Loads the component in advance, so that no fallback is shown. */
  const fetchNow = async () => (loaded ??= await load());

  function Fetched({ fallback = null, ...props }: Props & WhileFetching) {
    const [Component, setComponent] = useState(() => loaded);
    useEffect(() => {
      fetchNow().then(
        (component) => {
          setComponent(() => component);
        },
        () => undefined,
      );
    }, []);
    // The remaining props, without the fallback, are those of the component.
    return Component ? <Component {...(props as unknown as Props)} /> : fallback;
  }
  return Object.assign(Fetched, { fetchNow });
}
