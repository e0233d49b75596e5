import { CodeSample } from '../code-sample';

const SAMPLE = `const [shown, showSoon] =
  useOptimistic(reviews, addText);

function addText(list, text) {
  return [
    ...list,
    { text, sending: true },
  ];
}

async function send(data) {
  showSoon(data.get('text'));
  const saved = await post(data);
  startTransition(() => {
    setReviews((all) =>
      [...all, saved]);
  });
}`;

export function React19() {
  return (
    <>
      <p>
        An Action is a function that runs inside a transition, and it may be asynchronous. Hand one
        to the <code>startTransition</code> of <code>useTransition</code>, or to the{' '}
        <code>action</code> of a form. React keeps the pending flag, leaves the screen usable
        meanwhile, and takes what the Action throws to the nearest error boundary.{' '}
        <code>useActionState</code> adds the result of the last run; <code>useFormStatus</code>{' '}
        tells a button inside a form that the form is on its way.
      </p>
      <p>
        <code>useOptimistic</code> shows what will most likely be true before the server has said
        so. It lasts as long as the Action. Then React shows the real state again, which by now
        holds the new entry, or, if sending failed, never did: there is no undoing to write.
      </p>
      <CodeSample>{SAMPLE}</CodeSample>
      <p>
        <code>use</code> reads a context or a promise while rendering. For a promise it suspends
        until there is a value, and a rejection goes to the error boundary. Unlike other hooks it
        may stand behind an <code>if</code>. The promise has to come from elsewhere, such as a cache
        or a prop: one that is made during the render is a new one every time.
      </p>
    </>
  );
}
