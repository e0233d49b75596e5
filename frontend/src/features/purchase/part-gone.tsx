import { Link } from 'react-router-dom';
import { paths } from '../../lib/paths';
import { Blank } from '../../ui/blank';

/** The part of this address does not exist, or not any more. */
export function PartGone() {
  return (
    <div className="page section">
      <title>Not found | Autoparts</title>
      <Blank
        level={1}
        title="There is no such part"
        action={
          <Link className="btn btn-primary" to={paths.shop}>
            Look at all parts
          </Link>
        }
      >
        It is no longer sold, or the address has a typo. Parts you have ordered already stay in your
        orders.
      </Blank>
    </div>
  );
}
