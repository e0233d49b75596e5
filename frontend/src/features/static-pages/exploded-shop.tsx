import { BALLOONS, PLATES, axis } from './exploded-shop-drawing';

/** The shop's parts drawn apart along their axis, numbered as in the list beside it. */
export function ExplodedShop() {
  return (
    <svg
      className="art exploded-shop"
      viewBox="0 0 620 380"
      role="img"
      aria-label="Exploded drawing of the shop: nine plates on one axis, the fourth picked out in rose"
    >
      <path d={axis} className="axis" />
      {PLATES.map(({ number, body, face, bore, axisBefore }) => (
        <g key={number} className={number === 4 ? 'found' : undefined}>
          <path d={body} />
          <path d={face} />
          <path d={bore} className="bore" />
          <path d={axisBefore} className="axis" />
        </g>
      ))}
      {BALLOONS.map(({ number, x, y, leader }) => (
        <g key={number} className={number === 4 ? 'balloon hot' : 'balloon'}>
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
