import { Link } from '../../ui/controls/link';
import { WheelHub } from '../../ui/layout/wheel-hub';
import { paths } from '../../lib/paths';

/** The labels of the drawing's numbers, in order. */
const DRAWN = [
  'Wheel bearing',
  'Wheel hub',
  'Brake disc',
  'Brake caliper',
  'Wheel nut',
  'Dust cap',
];

export function Hero() {
  return (
    <section className="shop-hero plate">
      <div className="page">
        <div>
          <h1>Find The Right Parts Faster</h1>
          <p>
            Parts and accessories for garages, fleets and resellers. See stock, price per piece and
            minimum order before you buy.
          </p>
          <Link className="btn btn-primary btn-lg" to="#parts">
            Get Started
          </Link>
        </div>
        <div className="drawn">
          <WheelHub />
          <ol aria-label="Parts of the drawing">
            {DRAWN.map((part) => (
              <li key={part}>
                <Link to={paths.partsCalled(part)}>
                  <span>{part}</span>
                </Link>
              </li>
            ))}
          </ol>
        </div>
      </div>
    </section>
  );
}
