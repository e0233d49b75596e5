import { CodeSample } from '../code-sample';

const SAMPLE = `const say = (word) => () =>
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
      <CodeSample>{SAMPLE}</CodeSample>
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
