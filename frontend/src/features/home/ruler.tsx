interface RulerProps {
  /** Number of equal steps between the two ends. */
  steps: number;
  /** Every how many steps a mark is longer, from the longest down. */
  long: number;
  middle?: number;
}

const WIDTH = 356;
const BASE = 60;

/** The marks of a ruler as path data, from x = 2 to the right edge of a 360 wide drawing. */
export function Ruler({ steps, long, middle }: RulerProps) {
  const marks = Array.from({ length: steps + 1 }, (_, step) => {
    const x = (2 + (WIDTH * step) / steps).toFixed(1);
    if (step % long === 0) return { x, height: 22, thin: false };
    return { x, height: middle !== undefined && step % middle === 0 ? 14 : 8, thin: true };
  });
  const path = (thin: boolean) =>
    marks
      .filter((mark) => mark.thin === thin)
      .map(({ x, height }) => `M${x} ${BASE}v-${height}`)
      .join('');
  return (
    <>
      <path d={`M0 ${BASE}h360${path(false)}`} />
      <path d={path(true)} className="th" />
    </>
  );
}
