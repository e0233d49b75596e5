import { PartsGrid } from './parts-grid';

export function AutoParts() {
  return (
    <section className="section" id="parts">
      <div className="page">
        <div className="section-head">
          <h2>AUTO PARTS</h2>
          <p>Prices are per piece.</p>
        </div>
        <PartsGrid />
      </div>
    </section>
  );
}
