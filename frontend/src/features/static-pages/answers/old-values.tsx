import { CodeSample } from '../code-sample';

const SAMPLE = `useEffect(() => {
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
      <CodeSample>{SAMPLE}</CodeSample>
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
