import { Link } from '../../ui/controls/link';
import { WheelHub } from '../../ui/layout/wheel-hub';

export function Hero() {
  return (
    <section className="shop-hero plate">
      <div className="page">
        <div>
          <h1>Find The Right Parts Faster</h1>
          <p>
            Parts and accessories for garages, fleets and resellers. Stock, price per piece and
            minimum order, before you buy.
          </p>
          <Link className="btn btn-primary btn-lg" to="#parts">
            Get Started
          </Link>
        </div>
        <WheelHub />
      </div>
    </section>
  );
}
