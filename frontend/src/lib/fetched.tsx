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
export function fetched<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  /** Ahead: then nothing stands in for it. */
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
    // What is left when the fallback is taken away are the props of the component.
    return Component ? <Component {...(props as unknown as Props)} /> : fallback;
  }
  return Object.assign(Fetched, { fetchNow });
}
