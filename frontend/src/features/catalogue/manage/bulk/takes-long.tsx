/** More than are changed in the time that one waits without a word. */
const MANY = 100;

/** Said while many parts are changed. */
export function TakesLong({ busy, count }: { busy: boolean; count: number }) {
  return <p role="status">{busy && count > MANY && 'This may take a few minutes.'}</p>;
}
