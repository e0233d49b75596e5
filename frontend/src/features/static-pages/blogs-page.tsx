import pages from '../../lib/pages.json';
import { Link } from '../../ui/controls/link';
import { Equality, EventLoop, OldValues, React19, StateOrRef } from './answers';

/** Five technical questions and their answers. */
export function BlogsPage() {
  return (
    <div className="page blogs">
      <title>{pages.blogs.title}</title>
      <header>
        <p className="kicker">Blogs</p>
        <h1>Five questions about React and JavaScript</h1>
        <p>They came up while we built this shop. The answers apply to React 19 and ES2025.</p>
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

const QUESTIONS = [
  {
    id: 'state-or-ref',
    subject: 'React',
    question: 'When is a value state, and when is it a ref?',
    Answer: StateOrRef,
  },
  {
    id: 'old-values',
    subject: 'React and JavaScript',
    question: 'Why does my effect see an old value?',
    Answer: OldValues,
  },
  {
    id: 'react-19',
    subject: 'React',
    question: 'What did Actions, useOptimistic and use change?',
    Answer: React19,
  },
  {
    id: 'equality',
    subject: 'JavaScript',
    question: 'What is the difference between == and ===?',
    Answer: Equality,
  },
  {
    id: 'event-loop',
    subject: 'JavaScript',
    question: 'Why does a promise run before a timeout of zero?',
    Answer: EventLoop,
  },
];
