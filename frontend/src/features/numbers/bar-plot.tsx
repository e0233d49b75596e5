import { useId } from 'react';

export interface Bar {
  /** The bar's row name in the table, and its tooltip. */
  name: string;
  /** A shorter name for narrow screens. */
  shortName: string;
  value: number;
}

interface BarPlotProps {
  title: string;
  bars: Bar[];
  format: (value: number) => string;
}

const WIDTH = 640;
const HEIGHT = 160;
const GAP = 0.25;
/** Vertical position of the top of the highest bar. */
const TOP = 8;

/** A round number at or above the highest value, for the top grid line. */
export function ceilingOf(highest: number): number {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 2, 2.5, 5, 10].find((step) => step * power >= highest) ?? 10;
  return step * power;
}

/**
 * Values as bars. The table next to it has the same numbers, so this is an image with just a name.
 */
export function BarPlot({ title, bars, format }: BarPlotProps) {
  const id = useId();
  const highest = Math.max(0, ...bars.map(({ value }) => value));
  const ceiling = ceilingOf(highest);
  const room = WIDTH / Math.max(1, bars.length);
  const first = bars[0];
  const last = bars.at(-1);
  const best = bars.find(({ value }) => value === highest);
  const summary =
    highest === 0 || best === undefined
      ? `${title}: none.`
      : `${title}: highest ${format(highest)}, ${best.name}.`;
  return (
    <div className="numbers-plot">
      <span className="numbers-plot-top">{highest === 0 ? '' : format(ceiling)}</span>
      <svg
        role="img"
        aria-labelledby={id}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <title id={id}>{summary}</title>
        <path
          className="numbers-plot-line"
          d={`M0 ${TOP}H${WIDTH}M0 ${HEIGHT / 2 + TOP / 2}H${WIDTH}`}
        />
        {bars.map(({ name, value }, at) => {
          const height = (value / ceiling) * (HEIGHT - TOP);
          return (
            <rect
              key={name}
              className="numbers-plot-bar"
              x={at * room + (room * GAP) / 2}
              y={HEIGHT - height}
              width={room * (1 - GAP)}
              height={height}
            >
              <title>{`${name}: ${format(value)}`}</title>
            </rect>
          );
        })}
        <path className="numbers-plot-axis" d={`M0 ${HEIGHT}H${WIDTH}`} />
      </svg>
      <div className="numbers-plot-ends" aria-hidden="true">
        <span>{first?.shortName}</span>
        {bars.length > 1 && <span>{last?.shortName}</span>}
      </div>
    </div>
  );
}
