/** An exploded drawing of the shop's components, numbered as in the list next to it. */
export function ExplodedShop() {
  return (
    <svg
      className="art exploded-shop"
      viewBox="0 0 620 380"
      role="img"
      aria-label="Exploded drawing of the shop: nine plates on one axis, the fourth in rose"
    >
      <path d={axis} className="axis" />
      {PLATES.map(({ number, body, face, bore, axisBefore }) => (
        <g key={number} className={number === 4 ? 'selected-plate' : undefined}>
          <path d={body} />
          <path d={face} />
          <path d={bore} className="bore" />
          <path d={axisBefore} className="axis" />
        </g>
      ))}
      {BALLOONS.map(({ number, x, y, leader }) => (
        <g key={number} className={number === 4 ? 'balloon selected-balloon' : 'balloon'}>
          <path d={leader} />
          <circle cx={x} cy={y} r={15} />
          <text x={x} y={y} dominantBaseline="central">
            {number}
          </text>
        </g>
      ))}
    </svg>
  );
}

/**
 * The lines of the exploded drawing, computed once: hexagonal plates, seen from the side, along an
 * axis that rises to the right.
 */
type Point = readonly [x: number, y: number];

const START: Point = [54, 296];
const STEP: Point = [62, -21.2];
/** Direction of the thickness, per unit. */
const ALONG: Point = [0.945, -0.324];
/** Width-to-height ratio of a circle in this projection. */
const NARROW = 0.4;

/** Radius and thickness of each plate, in the order of the numbers. */
const SIZES: readonly Point[] = [
  [84, 12],
  [76, 10],
  [66, 14],
  [50, 26],
  [66, 14],
  [72, 10],
  [66, 14],
  [76, 10],
  [98, 18],
];

const round = (value: number) => Math.round(value * 10) / 10;
const line = (points: readonly Point[]) =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${round(x)} ${round(y)}`).join('');
const outline = (points: readonly Point[]) => `${line(points)}Z`;

function hexagon([cx, cy]: Point, radius: number): Point[] {
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = (Math.PI / 3) * corner + Math.PI / 6;
    return [cx + radius * NARROW * Math.cos(angle), cy + radius * Math.sin(angle)] as const;
  });
}

/** A round hole in this projection. */
function hole([cx, cy]: Point, radius: number): string {
  const across = round(radius * NARROW);
  const up = round(radius);
  return `M${round(cx)} ${round(cy - up)}a${across} ${up} 0 1 0 0.01 0Z`;
}

/** The convex hull of the points, counterclockwise (Andrew's monotone chain). */
function hull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const turn = (o: Point, a: Point, b: Point) =>
    (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);
  const half = (side: readonly Point[]) => {
    const kept: Point[] = [];
    for (const point of side) {
      for (;;) {
        const last = kept.at(-1);
        const before = kept.at(-2);
        if (!last || !before || turn(before, last, point) > 0) break;
        kept.pop();
      }
      kept.push(point);
    }
    return kept.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.toReversed())];
}

const centers = SIZES.map((_, at): Point => [START[0] + STEP[0] * at, START[1] + STEP[1] * at]);

const beyond = (point: Point, units: number): Point => [
  point[0] + ALONG[0] * units,
  point[1] + ALONG[1] * units,
];

/** From the back of the drawing to its front, so that nearer plates cover farther ones. */
const PLATES = SIZES.map(([radius, thickness], at) => {
  const center = centers[at] ?? START;
  const front = hexagon(center, radius);
  const back = hexagon(beyond(center, thickness), radius);
  return {
    number: at + 1,
    body: outline(hull([...front, ...back])),
    face: outline(front),
    bore: hole(center, radius * 0.42),
    /** The segment of the axis that leads into this plate from its near side. */
    axisBefore: line([beyond(center, -34), center]),
  };
}).toReversed();

const first = centers[0] ?? START;
const last = centers.at(-1) ?? START;
export const axis = line([beyond(first, -50), beyond(last, 76)]);

/** Numbers alternating above and below, each with a line to the edge of its plate. */
const BALLOONS = SIZES.map(([radius], at) => {
  const [cx, cy] = centers[at] ?? START;
  const side = at % 2 === 0 ? -1 : 1;
  const edge: Point = [cx, cy + side * radius * 0.8];
  const y = cy + side * (radius + 34);
  return { number: at + 1, x: cx, y, leader: line([[cx, y], edge]) };
});
