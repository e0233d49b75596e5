import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Blank } from '../../ui/blank';

export function NoSuchOrder() {
  return (
    <div className="page section">
      <title>Not found | Autoparts</title>
      <Blank
        level={1}
        title="There is no such order"
        action={
          <Link className="btn btn-primary" to={paths.dashboard}>
            Back to the orders
          </Link>
        }
      >
        It may have been deleted, or it belongs to another account.
      </Blank>
    </div>
  );
}
