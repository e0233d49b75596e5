import { paths } from '../../lib/paths';
import { Link } from '../../ui/controls/link';

/** Says where a garage without an account is stored. */
export function BrowserOnlyNote({ onLeave }: { onLeave?: () => void }) {
  return (
    <p className="hint">
      Saved in this browser only.{' '}
      <Link to={paths.signIn} onClick={onLeave}>
        Sign in
      </Link>{' '}
      to use it on all your devices.
    </p>
  );
}
