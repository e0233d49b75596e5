import { orderBy, promises, returnDays } from '../../lib/promises';
import { Exact } from '../../ui/data/exact';

export function WhyChoose() {
  return (
    <section className="section sunken">
      <div className="page">
        <div className="section-head">
          <h2>Why Choose</h2>
        </div>
        <ul className="promises">
          <li>
            <svg className="art scale" viewBox="0 0 360 92" aria-hidden="true">
              <path d="M0 14h108v40H76l-6 14H38l-6-14H0zM126 14h108v40h-32l-6 14h-32l-6-14h-32z" />
              <path d="M252 14h108v40h-32l-6 14h-32l-6-14h-32z" className="chosen" />
              <path d="M0 62h28l8 18h36l8-18h74l8 18h36l8-18h74l8 18h36l8-18h28" className="line" />
              <text x="54" y="39" className="strong">
                Year
              </text>
              <text x="180" y="39" className="strong">
                Make
              </text>
              <text x="306" y="39" className="on-chosen">
                Model
              </text>
            </svg>
            <h3>Guaranteed fit</h3>
            <p>Find it by year, make and model. If it is listed for your vehicle, it fits.</p>
          </li>
          <li>
            <svg className="art scale" viewBox="0 0 360 92" aria-hidden="true">
              <Ruler steps={24} long={12} />
              <path d="M2 34C60 2 290 2 351 31" className="line" strokeDasharray="6 5" />
              <path d="M345 22l13 14-18-1z" className="tip" />
              <path d="M2 60v-26" className="mark" />
              {orderBy !== undefined && (
                <>
                  <text x="0" y="82" className="strong start">
                    {orderBy}
                  </text>
                  <text x="180" y="82">
                    Day 1
                  </text>
                  <text x="360" y="82" className="strong end">
                    Day 2
                  </text>
                </>
              )}
            </svg>
            <h3>Fast shipping</h3>
            <p>{promises.shipping}</p>
          </li>
          <li>
            <svg className="art scale" viewBox="0 0 360 92" aria-hidden="true">
              <Ruler steps={90} long={10} middle={5} />
              <path d="M358 60v-26" className="mark" />
              <text x="0" y="82" className="start">
                0
              </text>
              <text x="120" y="82">
                {Math.round(returnDays / 3)}
              </text>
              <text x="240" y="82">
                {Math.round((returnDays * 2) / 3)}
              </text>
              <text x="360" y="82" className="strong end">
                {returnDays} days
              </text>
            </svg>
            <h3>
              <Exact value={returnDays} />
              -day returns
            </h3>
            <p>{promises.returns}</p>
          </li>
        </ul>
      </div>
    </section>
  );
}

interface RulerProps {
  /** Number of equal steps between the two ends. */
  steps: number;
  /** Every how many steps a mark is longer, longest first. */
  long: number;
  middle?: number;
}

const WIDTH = 356;
const BASE = 60;

/** The marks of a ruler as path data, from x = 2 to the right edge of a 360 wide drawing. */
function Ruler({ steps, long, middle }: RulerProps) {
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
