import { CodeSample } from '../code-sample';

const SAMPLE = `'' == 0             // true: '' is 0
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
      <CodeSample>{SAMPLE}</CodeSample>
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
