import type { Location } from 'react-router-dom';
import { paths } from '../../lib/paths';

/** The screen that sent the visitor to sign in, as the guards remember it; home when there is none. */
export function originOf({ state }: Location<unknown>): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return paths.home;
  const { pathname, search = '', hash = '' } = state.from as Partial<Location>;
  return pathname === undefined ? paths.home : `${pathname}${search}${hash}`;
}
