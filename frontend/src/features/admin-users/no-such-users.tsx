import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Blank } from '../../ui/blank';

/** The list always holds at least the admin who looks at it: this is about what was searched for. */
export function NoSuchUsers() {
  return (
    <Blank
      title="Nobody found"
      action={
        <Link className="btn" to={paths.users} replace>
          Show everybody
        </Link>
      }
    >
      No name or email holds these words.
    </Blank>
  );
}
