import { CodeSample } from '../code-sample';

const SAMPLE = `const [quantity, setQuantity] =
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
      <CodeSample>{SAMPLE}</CodeSample>
      <p>
        So the quantity in a field is state; the id of a timer, or an element that should get the
        focus, is a ref. What can be computed from props and state is neither: compute it while
        rendering, and it can never be out of date.
      </p>
    </>
  );
}
