import type { Location } from 'react-router-dom';

/** The screen that sent the visitor to sign in, as the guards remember it; null when there is none. */
export function originOf({ state }: Location<unknown>): string | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const { pathname, search = '', hash = '' } = state.from as Partial<Location>;
  return pathname === undefined ? null : `${pathname}${search}${hash}`;
}
