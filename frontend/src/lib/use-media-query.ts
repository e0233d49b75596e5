import { useCallback, useSyncExternalStore } from 'react';

/** Whether a media query currently matches. */
export function useMediaQuery(media: string): boolean {
  const listen = useCallback(
    (changed: () => void) => {
      const query = matchMedia(media);
      query.addEventListener('change', changed);
      return () => {
        query.removeEventListener('change', changed);
      };
    },
    [media],
  );
  return useSyncExternalStore(listen, () => matchMedia(media).matches);
}
