import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Blank } from '../../ui/blank';

export function NoOrders() {
  return (
    <Blank
      title="No orders yet"
      action={
        <Link className="btn btn-primary" to={`${paths.home}#parts`}>
          Browse parts
        </Link>
      }
    >
      Parts you order appear here, ready to pay.
    </Blank>
  );
}
