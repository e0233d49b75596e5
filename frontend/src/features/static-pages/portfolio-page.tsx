import pages from '../../lib/pages.json';
import { Link } from '../../ui/controls/link';
import { COMMANDS, CRATES, MATERIALS, TOLERANCES } from './about-the-shop';
import { ExplodedShop } from './exploded-shop';

/** Who makes the shop, and its technology. */
export function PortfolioPage() {
  return (
    <div className="portfolio">
      <title>{pages.portfolio.title}</title>
      <section className="plate author">
        <div className="page">
          <div>
            <p className="kicker">Developer profile</p>
            <h1>A shop you can take apart</h1>
            <p>
              Autoparts is an online shop for car parts, and a workshop for anyone who wants to see
              how one is built. It is made by its contributors, and you can become one of them.
            </p>
            <div className="actions">
              <a className="btn btn-primary btn-lg" href="/docs/">
                Try the API
              </a>
              <Link className="btn btn-lg" to="#build">
                Build it yourself
              </Link>
            </div>
          </div>
          <ExplodedShop />
        </div>
      </section>

      <section className="section" aria-labelledby="parts-list">
        <div className="page">
          <div className="section-head">
            <h2 id="parts-list">Parts list</h2>
            <p>
              Eight small crates and a web app. Dependencies point inward: the crates in the middle
              know nothing about those around them.
            </p>
          </div>
          <ol className="bill">
            {CRATES.map(({ name, does }) => (
              <li key={name}>
                <b>{name}</b>
                <span>{does}</span>
              </li>
            ))}
          </ol>
        </div>
      </section>

      <section className="section sunken" aria-labelledby="materials">
        <div className="page">
          <div className="section-head">
            <h2 id="materials">Materials</h2>
            <p>What the shop is built with, and why.</p>
          </div>
          <dl className="materials">
            {MATERIALS.map(({ where, what, why }) => (
              <div key={where}>
                <dt>{where}</dt>
                <dd>
                  <b>{what}</b>
                  {why}
                </dd>
              </div>
            ))}
          </dl>
        </div>
      </section>

      <section className="section plate band" data-theme="dark" aria-labelledby="tolerances">
        <div className="page">
          <div className="section-head">
            <h2 id="tolerances">Tolerances</h2>
            <p>What the shop guarantees. Tests check each of these.</p>
          </div>
          <ul className="tolerances">
            {TOLERANCES.map(({ measure, means }) => (
              <li key={measure}>
                <b>{measure}</b>
                <span>{means}</span>
              </li>
            ))}
          </ul>
        </div>
      </section>

      <section className="section" id="build" tabIndex={-1} aria-labelledby="build-title">
        <div className="page build">
          <div>
            <h2 id="build-title">Build it yourself</h2>
            <p>
              You need Rust, Node.js, a C compiler and the libpq headers; the scripts tell you what
              is missing. The first start fills the shop with demo parts. Payments go to a sandbox,
              and nothing leaves your machine.
            </p>
            <dl className="commands">
              {COMMANDS.map(({ command, does }) => (
                <div key={command}>
                  <dt>{command}</dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </div>
          <div>
            <h2>Add a part of your own</h2>
            <ol className="steps">
              <li>
                Read <code>docs/architecture.md</code>. It takes one sitting and follows an order
                through the code.
              </li>
              <li>
                Find the crate or feature that you want to change. Its README explains how to add to
                it.
              </li>
              <li>Write a failing test, then the change. Put one change in each commit.</li>
              <li>
                Run <code>make check</code> and <code>make test</code>. When both pass, your part
                fits.
              </li>
            </ol>
            <p>
              The code is under the MIT license. If you have a question or found a bug, write to us
              in the <Link to="#feedback">feedback box</Link> below.
            </p>
          </div>
        </div>
      </section>
    </div>
  );
}
