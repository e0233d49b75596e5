/** Larger changes take long enough to need a message. */
const MANY = 100;

/** Shown while many parts are being changed. */
export function TakesLong({ busy, count }: { busy: boolean; count: number }) {
  return <p role="status">{busy && count > MANY && 'This may take a few minutes.'}</p>;
}
