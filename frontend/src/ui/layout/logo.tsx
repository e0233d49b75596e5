import { paths } from '../../lib/paths';
import { Link } from '../controls/link';

export function Logo() {
  return (
    <Link className="logo" to={paths.home}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M9 3.5h14l7 12.5-7 12.5H9L2 16z" />
        <circle cx="16" cy="16" r="6" />
      </svg>
      Autoparts
    </Link>
  );
}
