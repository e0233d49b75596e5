import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';

/** Explains how long a garage without an account is stored. */
export function KeptHere({ onLeave }: { onLeave?: () => void }) {
  return (
    <p className="hint">
      Kept in this browser.{' '}
      <Link to={paths.signIn} onClick={onLeave}>
        Sign in
      </Link>{' '}
      to have it everywhere.
    </p>
  );
}
