import { Link } from 'react-router-dom';
import { Counter } from './counter';

export function BusinessSummary() {
  return (
    <section className="section plate band" data-theme="dark" aria-label="Business summary">
      <div className="page summary">
        <dl className="counters">
          <Counter label="Happy Clients" target={35600} suffix="+" />
          <Counter label="Countries" target={75} />
          <Counter label="Reviews" target={19600} suffix="+" />
        </dl>
        <div className="contact">
          <h2>We are highly care our clients!</h2>
          <p>Ask about a fit, a larger quantity or an order on its way.</p>
          <Link className="btn" to="#head-office">
            Contact Us
          </Link>
        </div>
      </div>
    </section>
  );
}
