import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';

/** What the garage of somebody without an account is worth. */
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
