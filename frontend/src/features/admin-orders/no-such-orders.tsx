import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Blank } from '../../ui/blank';

/** There are orders, but none that is looked for. */
export function NoSuchOrders() {
  return (
    <Blank
      title="No such orders"
      action={
        <Link className="btn" to={paths.manageOrders} replace>
          Show all orders
        </Link>
      }
    >
      Nothing fits what you are looking for.
    </Blank>
  );
}
