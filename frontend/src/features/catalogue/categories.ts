import type { Category } from '../../api/contract/generated-types';

/** The category path, from the top and including the category itself; empty if it is unknown. */
export function pathTo<Known extends Category>(categories: Known[], key: string): Known[] {
  const path: Known[] = [];
  let next: string | undefined = key;
  while (next !== undefined) {
    const found: Known | undefined = categories.find(({ _id }) => _id === next);
    if (!found || path.includes(found)) break;
    path.unshift(found);
    next = found.parent;
  }
  return path;
}
