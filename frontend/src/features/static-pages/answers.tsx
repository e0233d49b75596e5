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
        <code>===</code> is true for the same type and the same value, and converts nothing.{' '}
        <code>==</code> first converts values of different types: booleans and strings become
        numbers when compared with a number, and objects become primitives. The rules are fully
        specified, and still surprise people.
      </p>
      <CodeSample>{EQUALITY_SAMPLE}</CodeSample>
      <p>
        So use <code>===</code>. The one use of <code>==</code> that many style guides allow is{' '}
        <code>value == null</code>, which is true for <code>null</code> and <code>undefined</code>;{' '}
        <code>??</code> and <code>?.</code> make the same distinction and are easier to read.
      </p>
      <p>
        <code>===</code> has two special cases of its own: <code>NaN</code> equals nothing, not even
        itself, and <code>0</code> equals <code>-0</code>. <code>Object.is</code> gives the opposite
        result in exactly these two cases, and React uses it to compare state and dependencies. With
        all three, two objects are equal only if they are the same object, so a new{' '}
        <code>{'{}'}</code> in a dependency list is always a change.
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
        The event loop runs one task at a time: a script, a click, a timer that has fired. When the
        code of a task has returned and the call stack is empty, all waiting microtasks run,
        including those that they add. Only then may the browser draw and start the next task.
      </p>
      <p>
        Code in <code>.then</code> or after an <code>await</code> is a microtask. The callback of a
        timer is a task. A timeout of zero means “as soon as it is your turn”, and that turn comes
        after all microtasks.
      </p>
      <CodeSample>{EVENT_LOOP_SAMPLE}</CodeSample>
      <p>
        Two things follow. Microtasks that keep adding microtasks freeze a page like an endless
        loop, and awaiting a promise that is already settled does not let the browser draw: a pause
        in long work has to be a task, with <code>setTimeout</code> or, where available,{' '}
        <code>scheduler.yield()</code>. And <code>Promise.try</code>, new in ES2025, calls its
        function immediately, not in a microtask; it only turns what the function throws into a
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
        Because a function sees the variables of the place where it was created. React calls your
        component once for each render, and each call has its own constants. A function created in
        the third render keeps the values of the third render, no matter how late it runs.
      </p>
      <p>
        The dependency list says which of those values an effect uses. When one of them differs from
        last time, according to <code>Object.is</code>, React cleans up the old effect and runs the
        new one. If you leave a value out, the old function stays in place and keeps the old value.
      </p>
      <CodeSample>{OLD_VALUES_SAMPLE}</CodeSample>
      <p>
        Change the effect, not the list. An updater, as above, needs no value from outside; an
        object that only the effect uses can be created inside it. And if an effect should read the
        latest props without restarting when they change, React 19.2 has <code>useEffectEvent</code>
        : the function it returns sees the latest values, is called only from effects, and is not a
        dependency.
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
        An Action is a function that runs inside a transition, and it may be asynchronous. Pass one
        to the <code>startTransition</code> of <code>useTransition</code>, or to the{' '}
        <code>action</code> of a form. React tracks the pending state, keeps the screen usable in
        the meantime, and passes errors from the Action to the nearest error boundary.{' '}
        <code>useActionState</code> adds the result of the last run; <code>useFormStatus</code>{' '}
        tells a button inside a form that the form is being submitted.
      </p>
      <p>
        <code>useOptimistic</code> shows the expected state before the server has confirmed it. It
        lasts as long as the Action. Then React shows the real state again, which now has the new
        entry if sending succeeded. If it failed, the entry was never in the real state, so there is
        nothing to undo.
      </p>
      <CodeSample>{REACT_19_SAMPLE}</CodeSample>
      <p>
        <code>use</code> reads a context or a promise while rendering. For a promise, it suspends
        until there is a value; a rejection goes to the error boundary. Unlike other hooks, it may
        be called inside an <code>if</code>. The promise has to come from elsewhere, such as a cache
        or a prop: one that is created during rendering is a new one every time.
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
        Ask whether the screen shows it. If it does, the screen has to be drawn again when the value
        changes, and only state does that: setting it asks React for a new render. A ref is a box
        that lives as long as the component. Writing to <code>ref.current</code> changes what is in
        the box, and nothing else.
      </p>
      <p>
        State also keeps a render consistent: every render sees the state as it was when that render
        began, so two parts of a screen cannot disagree. A ref makes no such promise. That is why
        you read and write it in event handlers and effects, not while rendering.
      </p>
      <CodeSample>{STATE_OR_REF_SAMPLE}</CodeSample>
      <p>
        So the quantity in a field is state; the id of a timer, or an element to focus, is a ref. A
        value that can be computed from props and state is neither: compute it while rendering, and
        it is never out of date.
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
