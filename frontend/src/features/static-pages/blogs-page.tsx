import { Link } from 'react-router-dom';
import pages from '../../lib/pages.json';
import { QUESTIONS } from './questions';

/** Five questions that come up at the bench, and their answers. */
export function BlogsPage() {
  return (
    <div className="page blogs">
      <title>{pages.blogs.title}</title>
      <header>
        <p className="kicker">Blogs</p>
        <h1>Five questions about React and JavaScript</h1>
        <p>They came up while this shop was built. The answers hold for React 19 and ES2025.</p>
      </header>
      <nav aria-label="Questions">
        <ol>
          {QUESTIONS.map(({ id, question }) => (
            <li key={id}>
              <Link to={`#${id}`}>{question}</Link>
            </li>
          ))}
        </ol>
      </nav>
      <div className="answers">
        {QUESTIONS.map(({ id, question, subject, Answer }) => (
          <article key={id} id={id} tabIndex={-1} aria-labelledby={`${id}-question`}>
            <p className="subject">{subject}</p>
            <h2 id={`${id}-question`}>{question}</h2>
            <Answer />
          </article>
        ))}
      </div>
    </div>
  );
}
