import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { PartsGrid } from './parts-grid';

export function AutoParts() {
  return (
    <section className="section" id="parts" tabIndex={-1} aria-labelledby="auto-parts">
      <div className="page">
        <div className="section-head">
          <h2 id="auto-parts">AUTO PARTS</h2>
          <p>Prices are per piece.</p>
        </div>
        <PartsGrid />
        <p className="more">
          <Link className="btn btn-lg" to={paths.shop}>
            All parts
          </Link>
        </p>
      </div>
    </section>
  );
}
