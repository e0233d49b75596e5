import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface WhileFetching {
  /** Stands in until it is here, and where it does not come. */
  fallback?: ReactNode;
}

/**
 * A component that is fetched when it is first shown. Unlike a lazy one it is not waited for by the screen
 * around it, and takes nothing down when it does not come: it is asked for again the next time.
 * @param load stands outside of the component that shows it
 */
export function fetched<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & WhileFetching> {
  let loaded: ComponentType<Props> | undefined;

  return function Fetched({ fallback = null, ...props }) {
    const [Component, setComponent] = useState(() => loaded);
    useEffect(() => {
      load().then(
        (component) => {
          loaded = component;
          setComponent(() => component);
        },
        () => undefined,
      );
    }, []);
    // What is left when the fallback is taken away are the props of the component.
    return Component ? <Component {...(props as unknown as Props)} /> : fallback;
  };
}
