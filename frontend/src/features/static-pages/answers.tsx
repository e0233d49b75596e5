const EQUALITY_SAMPLE = `'' == 0             // true: '' is 0
'0' == false        // true: both 0
null == undefined   // true
null == 0           // false
NaN === NaN         // false
Object.is(NaN, NaN) // true`;

export function Equality() {
  return (
    <>
      <p>
        <code>===</code> holds for the same type and the same value, and converts nothing.{' '}
        <code>==</code> converts first when the types differ: booleans and strings beside a number
        become numbers, objects become whatever primitive they give. The results are defined to the
        last detail, and still surprise people who read them.
      </p>
      <CodeSample>{EQUALITY_SAMPLE}</CodeSample>
      <p>
        So write <code>===</code>. The one use of <code>==</code> that many allow is{' '}
        <code>value == null</code>, which is true for <code>null</code> and <code>undefined</code>;{' '}
        <code>??</code> and <code>?.</code> make the same distinction and say it more plainly.
      </p>
      <p>
        <code>===</code> has two corners of its own: <code>NaN</code> equals nothing, not even
        itself, and <code>0</code> equals <code>-0</code>. <code>Object.is</code> answers the other
        way in exactly these two cases, and it is what React compares state and dependencies with.
        Two objects are the same under none of them unless they are one and the same object, so a
        fresh <code>{'{}'}</code> in a dependency list is always a change.
      </p>
    </>
  );
}

const EVENT_LOOP_SAMPLE = `const say = (word) => () =>
  console.log(word);

setTimeout(say('task'), 0);
Promise.resolve()
  .then(say('microtask'));
say('now')();
// now, microtask, task`;

export function EventLoop() {
  return (
    <>
      <p>
        The event loop takes up one task at a time: a script, a click, a timer that has run out.
        When the code of a task has returned and the call stack is empty, all waiting microtasks
        run, and those that they add as well. Only then may the browser draw, and take the next
        task.
      </p>
      <p>
        What stands in <code>.then</code>, or follows an <code>await</code>, is a microtask. The
        callback of a timer is a task. A timeout of zero means “when your turn comes”, and the turn
        comes after every microtask.
      </p>
      <CodeSample>{EVENT_LOOP_SAMPLE}</CodeSample>
      <p>
        Two things follow. Microtasks that keep adding microtasks freeze a page as an endless loop
        does, and awaiting a promise that is already settled gives the browser no chance to draw: a
        pause in long work has to be a task, by <code>setTimeout</code> or, where it exists,{' '}
        <code>scheduler.yield()</code>. And <code>Promise.try</code>, new in ES2025, calls its
        function at once, not in a microtask; it only turns what the function throws into a
        rejection.
      </p>
    </>
  );
}

const OLD_VALUES_SAMPLE = `useEffect(() => {
  const id = setInterval(() => {
    setCount((count) => count + 1);
  }, 1000);
  return () => clearInterval(id);
}, []); // nothing of the render`;

export function OldValues() {
  return (
    <>
      <p>
        Because a function sees the variables of the place where it was made. React calls your
        component once for each render, and each call has constants of its own. A function made in
        the third render holds on to the values of the third render, however late it runs.
      </p>
      <p>
        The dependency list says which of those values an effect uses. When one of them is not the
        same as last time, by <code>Object.is</code>, React cleans the old effect up and runs the
        one of the new render. Leave a value out, and the old function stays in place with the old
        value in its hands.
      </p>
      <CodeSample>{OLD_VALUES_SAMPLE}</CodeSample>
      <p>
        Change the effect, not the list. An updater, as above, needs no value from outside; an
        object that only the effect uses can be made inside it. And when an effect should look at
        the latest props without starting over because of them, React 19.2 has{' '}
        <code>useEffectEvent</code>: the function it returns sees the newest values, is called from
        effects only, and stays out of the list.
      </p>
    </>
  );
}

const REACT_19_SAMPLE = `const [shown, showSoon] =
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
      <CodeSample>{REACT_19_SAMPLE}</CodeSample>
      <p>
        <code>use</code> reads a context or a promise while rendering. For a promise it suspends
        until there is a value, and a rejection goes to the error boundary. Unlike other hooks it
        may stand behind an <code>if</code>. The promise has to come from elsewhere, such as a cache
        or a prop: one that is made during the render is a new one every time.
      </p>
    </>
  );
}

const STATE_OR_REF_SAMPLE = `const [quantity, setQuantity] =
  useState(4);
const timer = useRef(null);

function edit(next) {
  setQuantity(next); // shown: state
  clearTimeout(timer.current);
  timer.current =
    setTimeout(save, 500, next);
}`;

export function StateOrRef() {
  return (
    <>
      <p>
        Ask whether the screen shows it. What is drawn from a value has to be drawn again when the
        value changes, and only state does that: setting it asks React for a new render. A ref is a
        box that lives as long as the component. Writing to <code>ref.current</code> changes what is
        in the box, and nothing else.
      </p>
      <p>
        State also keeps a render consistent: every render sees the state as it was when that render
        began, so two parts of a screen cannot disagree. A ref makes no such promise. That is why it
        is not read or written while rendering, but in event handlers and effects.
      </p>
      <CodeSample>{STATE_OR_REF_SAMPLE}</CodeSample>
      <p>
        So the quantity in a field is state; the id of a timer, or an element that should get the
        focus, is a ref. What can be computed from props and state is neither: compute it while
        rendering, and it can never be out of date.
      </p>
    </>
  );
}

/**
 * A few lines of code, of at most 36 characters, which fit on the narrowest phone. Longer lines
 * wrap instead of scrolling, so that the keyboard focus cannot get stuck in them.
 */
function CodeSample({ children }: { children: string }) {
  return (
    <pre className="code">
      <code>{children}</code>
    </pre>
  );
}
