import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';

/** The way on where there is nothing more to pay. */
export function BackToOrders() {
  return (
    <Link className="btn btn-primary btn-block" to={paths.dashboard}>
      Back to the orders
    </Link>
  );
}
