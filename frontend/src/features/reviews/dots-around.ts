/** As many dots as stand in a row beside the arrows on the narrowest phone. */
const MOST_DOTS = 5;

/** The positions that get a dot: all of a few, of many those around the current one. */
export function dotsAround(current: number, count: number): number[] {
  const shown = Math.min(count, MOST_DOTS);
  const before = Math.floor(shown / 2);
  const first = Math.min(Math.max(current - before, 0), count - shown);
  return Array.from({ length: shown }, (_, step) => first + step);
}
